//! Functions compiled once for each set of instructions.
//!
//! A recursive function of the search names its body with [`for_each_processor`]: the body is compiled inside a
//! function with AVX2 and BMI2 switched on and inside a plain one, arguments stay in registers, and the token's
//! type picks the one that is called.

/// Defines a function that runs `body` compiled for the instructions of the search's token.
macro_rules! for_each_processor {
    ($(#[$doc:meta])* $visibility:vis fn $name:ident($($argument:ident: $type:ty),* $(,)?) -> $result:ty = $body:path) => {
        $(#[$doc])*
        #[inline(always)]
        $visibility fn $name<C: agon_core::cpu::Cpu>(
            search: &mut $crate::solver::search::Search<'_, C>,
            $($argument: $type),*
        ) -> $result {
            #[cfg(target_arch = "x86_64")]
            {
                #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
                fn wide<C: agon_core::cpu::Cpu>(
                    search: &mut $crate::solver::search::Search<'_, C>,
                    $($argument: $type),*
                ) -> $result {
                    $body(search, $($argument),*)
                }
                if C::WIDE {
                    // SAFETY: a token with `WIDE` exists only where these instructions were detected.
                    #[allow(unsafe_code)] // Reason: entering a function with other target features.
                    return unsafe { wide(search, $($argument),*) };
                }
            }
            fn plain<C: agon_core::cpu::Cpu>(
                search: &mut $crate::solver::search::Search<'_, C>,
                $($argument: $type),*
            ) -> $result {
                $body(search, $($argument),*)
            }
            plain(search, $($argument),*)
        }
    };
}

pub(in crate::solver) use for_each_processor;
