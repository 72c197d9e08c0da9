/** The server: requests, and the socket that brings what changes. */

import { t } from "./i18n.js";

/** What the server said when it refused something. */
export class Refused extends Error {
  /**
   * @param {string} message
   * @param {number} status
   * @param {string} [code] what the sentence says, for programs
   * @param {Record<string, any>} [params] the values that it is about
   */
  constructor(message, status, code = "", params = {}) {
    super(message);
    this.status = status;
    this.code = code;
    this.params = params;
  }
}

/** What people are told when nobody answers. */
export function lost() {
  return t("The connection is lost; trying again…");
}

/**
 * The server's answer; a refusal is thrown, with its sentence.
 * @param {string} path
 * @param {RequestInit} [options]
 */
export async function ask(path, options) {
  const response = await fetch(`/api/v1${path}`, options).catch(() => {
    throw new Refused(lost(), 0);
  });
  if (response.ok) return response;
  const text = await response.text();
  const { error, code, params } = refusalIn(text);
  throw new Refused(error ?? (text || response.statusText), response.status, code, params);
}

/**
 * A refusal, if it is one of ours.
 * @param {string} text
 * @returns {{ error?: string, code?: string, params?: Record<string, any> }}
 */
function refusalIn(text) {
  try {
    return JSON.parse(text) ?? {};
  } catch {
    return {};
  }
}

/**
 * @param {string} method
 * @param {string} path
 * @param {any} [body]
 * @returns {Promise<any>}
 */
async function request(method, path, body) {
  const response = await ask(path, {
    method,
    headers: body === undefined ? {} : { "content-type": "application/json" },
    body: body === undefined ? undefined : JSON.stringify(body),
  });
  const kind = response.headers.get("content-type") ?? "";
  return kind.includes("json") ? response.json() : response.text();
}

export const get = (/** @type {string} */ path) => request("GET", path);
export const post = (/** @type {string} */ path, /** @type {any} */ body) => request("POST", path, body ?? {});
export const put = (/** @type {string} */ path, /** @type {any} */ body) => request("PUT", path, body);
export const remove = (/** @type {string} */ path) => request("DELETE", path);

/** The one socket of the page. It comes back by itself and asks again for what was being watched. */
class Live {
  constructor() {
    /** @type {WebSocket | null} */ this.socket = null;
    /** @type {Map<string, (message: any) => void>} */ this.listeners = new Map();
    /** What to ask for (again) whenever the connection is there, by its name. @type {Map<string, any>} */
    this.standing = new Map();
    /** @type {(connected: boolean) => void} */ this.onConnection = () => {};
    this.wait = 250;
  }

  /** @param {string} kind @param {(message: any) => void} listener */
  on(kind, listener) {
    this.listeners.set(kind, listener);
  }

  connect() {
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const socket = new WebSocket(`${scheme}://${location.host}/api/v1/socket`);
    this.socket = socket;
    socket.onopen = () => {
      this.wait = 250;
      for (const message of this.standing.values()) socket.send(JSON.stringify(message));
      this.onConnection(true);
    };
    socket.onmessage = ({ data }) => {
      const message = JSON.parse(data);
      for (const kind of Object.keys(message)) this.listeners.get(kind)?.(message[kind]);
    };
    socket.onclose = () => {
      this.onConnection(false);
      setTimeout(() => this.connect(), this.wait);
      this.wait = Math.min(4000, this.wait * 2);
    };
  }

  /** Asks for something and keeps asking after every reconnection, until {@link drop}. @param {string} name @param {any} message */
  keep(name, message) {
    this.standing.set(name, message);
    this.send(message);
  }

  /** @param {string} name @param {any} [message] what ends it on the server */
  drop(name, message) {
    if (!this.standing.delete(name)) return;
    if (message) this.send(message);
  }

  /** @param {any} message */
  send(message) {
    if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(message));
  }
}

export const live = new Live();
