/** Response headers for browsers, by kind of response. */
import { type Environment, TRUSTED_TYPES_POLICY } from '../../../contract/gateway';

/** The same for every answer. */
const COMMON: readonly (readonly [string, string])[] = [
  ['x-content-type-options', 'nosniff'],
  ['referrer-policy', 'no-referrer'],
  ['cross-origin-opener-policy', 'same-origin'],
  ['cross-origin-resource-policy', 'same-origin'],
];

/** What fits beside the other headers into the 4 KB that nginx, among others, has for all of them. */
const MAX_HEADER_POLICY = 2048;

export type PagePolicy = {
  /** Header of the page. */
  header: string;
  /** Header of the console's other files, of which workers are bound by theirs. */
  files: string;
  /** Of the one file that runs WebAssembly: the worker of the analytical engine. */
  engine: string;
  /** What the page itself adds in its head; `''` for nothing. */
  head: string;
};

/**
 * The policy of the console's page: everything from this origin, no inline script or style, no eval, and in addition the hosts that the
 * file links of the environments point to. Where these are too many for a header, it allows any host for files, and the page names them: both hold.
 */
export function pagePolicy(environments: readonly Pick<Environment, 'fileHosts'>[]): PagePolicy {
  const hosts = [...new Set(environments.flatMap(({ fileHosts }) => fileHosts))];
  const files = policyOf([]);
  const whole = policyOf(hosts);
  const engine = files.replace("script-src 'self'", "script-src 'self' 'wasm-unsafe-eval'");
  if (whole.length <= MAX_HEADER_POLICY) return { header: whole, files, engine, head: '' };
  const escaped = fileDirectives(hosts).join('; ').replaceAll('&', '&amp;').replaceAll('"', '&quot;');
  const head = `<meta http-equiv="Content-Security-Policy" content="${escaped}">`;
  return { header: policyOf(['https:', 'http:']), files, engine, head };
}

function policyOf(fileHosts: readonly string[]): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "font-src 'self'",
    ...fileDirectives(fileHosts),
    "worker-src 'self'",
    "manifest-src 'self'",
    "object-src 'none'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "require-trusted-types-for 'script'",
    `trusted-types ${TRUSTED_TYPES_POLICY}`,
  ].join('; ');
}

/** Style set through the DOM (as React does) is no inline style, so only these depend on hosts. */
function fileDirectives(fileHosts: readonly string[]): string[] {
  const sources = ["'self'", ...fileHosts].join(' ');
  return [
    `img-src ${sources} data: blob:`,
    `media-src ${sources} blob:`,
    `connect-src ${sources}`,
    `frame-src ${sources} blob:`,
  ];
}

/** What of a browser the console never asks for, so that nothing that got into its page could: not for itself, nor for a frame in it. */
const UNUSED_FEATURES = [
  'accelerometer',
  'camera',
  'display-capture',
  'encrypted-media',
  'gamepad',
  'geolocation',
  'gyroscope',
  'hid',
  'identity-credentials-get',
  'idle-detection',
  'local-fonts',
  'magnetometer',
  'microphone',
  'midi',
  'payment',
  'publickey-credentials-create',
  'publickey-credentials-get',
  'screen-wake-lock',
  'serial',
  'storage-access',
  'usb',
  'window-management',
  'xr-spatial-tracking',
];
const PERMISSIONS = UNUSED_FEATURES.map((feature) => `${feature}=()`).join(', ');

/** Declares that this host is reached over TLS only, for a year; a browser accepts it only over TLS. */
const TLS_ONLY = 'max-age=31536000';

/** Answers that are data: should one be opened as a page all the same, nothing in it runs. */
export const DATA_POLICY = "default-src 'none'; frame-ancestors 'none'; sandbox";

/**
 * Files of the embedded service lie on this origin but were made by others: their scripts run nowhere, their styles and pictures do. The
 * browser's own PDF viewer refuses a sandboxed document, and runs no script of ours in it, so a PDF goes without.
 */
export function filePolicy(contentType: string | null): string {
  if (contentType?.startsWith('application/pdf')) return "frame-ancestors 'self'";
  return "default-src 'none'; style-src 'unsafe-inline'; img-src 'self' data:; media-src 'self'; frame-ancestors 'self'; sandbox";
}

/**
 * The answer, which is one of ours, with the common headers and this policy put on it.
 * @param overTls whether people reach the gateway over TLS
 */
export function withPolicy(response: Response, policy: string, overTls = false): Response {
  const { headers } = response;
  for (const [name, value] of COMMON) headers.set(name, value);
  headers.set('content-security-policy', policy);
  if (overTls) headers.set('strict-transport-security', TLS_ONLY);
  // Without a cache header nothing is cached.
  if (!headers.has('cache-control')) headers.set('cache-control', 'no-store');
  return response;
}

const ENGINE_WORKER = /^\/assets\/engine-worker-[\w-]+\.js$/;

/** The same for a file of the console; a page is also limited to the browser features it needs. @param request that it answers */
export function withPagePolicy(request: Request, response: Response, policy: PagePolicy, overTls: boolean): Response {
  const isPage = response.headers.get('content-type')?.startsWith('text/html') === true;
  const isEngine = !isPage && ENGINE_WORKER.test(new URL(request.url).pathname);
  const answer = withPolicy(response, isPage ? policy.header : isEngine ? policy.engine : policy.files, overTls);
  if (isPage) {
    answer.headers.set('permissions-policy', PERMISSIONS);
    answer.headers.set('cross-origin-opener-policy', openerPolicy(request));
  }
  return answer;
}

/**
 * What cuts a page off from the one that opened it. For `same-origin` Chromium starts a second process and leaves the code that it compiled before unused:
 * a new tab showed its first rows after 624 ms, not 337. `noopener-allow-popups` cuts off every opener as well, but other browsers do not know it.
 */
function openerPolicy(request: Request): string {
  const [, version] = /"Chromium";v="(\d+)"/.exec(request.headers.get('sec-ch-ua') ?? '') ?? [];
  return Number(version) >= 131 ? 'noopener-allow-popups' : 'same-origin';
}
