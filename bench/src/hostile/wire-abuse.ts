import type { Dice } from '../dice.ts'
import type { HostileRequest } from './hostile-request.ts'

/** Headers that are too long, contradict each other, or name what they should not. */
export function spoilHeaders(dice: Dice, request: HostileRequest) {
  const { headers } = request
  const spoilt: readonly (() => void)[] = [
    () =>
      (headers['idempotency-key'] = dice.pick([
        '',
        ' ',
        'a b',
        'x'.repeat(256),
        'é',
        '"',
        '*',
        randomKey(dice),
      ])),
    () =>
      (headers['accept-language'] = dice.pick([
        '*',
        'x'.repeat(4_000),
        'en;q=9,,,;',
        'zz-\u00ff',
        ','.repeat(3_000),
      ])),
    () => (headers.accept = dice.pick(['text/html', 'application/xml', '*/*;q=0', 'x'])),
    () => (headers['x-filler'] = 'x'.repeat(dice.pick([4_000, 12_000, 20_000]))),
    () =>
      (headers.cookie = dice.pick([
        'sessionid=',
        'sessionid=%00',
        'sessionid="a"; sessionid=b',
        'a;;=;'.repeat(300),
      ])),
    () =>
      (headers.authorization = dice.pick([
        'Bearer',
        'Bearer  ',
        'Basic',
        'Basic ====',
        'Digest x',
        `Bearer ${'a.'.repeat(2_000)}`,
      ])),
    () => (headers.origin = dice.pick(['null', 'https://evil.example', 'http://localhost', '*'])),
    () =>
      (headers.host = dice.pick([
        '',
        'evil.example',
        'localhost@evil',
        'LOCALHOST',
        'localhost.',
        '127.0.0.1:99999',
        '[::1]',
      ])),
    () => (headers['content-encoding'] = dice.pick(['gzip', 'br', 'x', 'identity'])),
    () => (headers['x-forwarded-for'] = dice.pick(['', 'x', '1.2.3.4, 5.6.7.8', '::1', "' or 1=1"])),
    () => (headers['x-forwarded-proto'] = dice.pick(['https', 'ftp', 'https,http'])),
    () => (headers['x-forwarded-host'] = dice.pick(['evil.example', 'acorn.localhost', ''])),
    () => (headers.range = dice.pick(['bytes=0-', 'bytes=9-1', 'x'])),
    () => (headers['if-none-match'] = '*'),
    () => (headers['x-http-method-override'] = 'DELETE'),
    () => (headers.expect = '100-continue'),
  ]
  for (let times = 1 + dice.below(2); times > 0; times--) dice.pick(spoilt)()
}

function randomKey(dice: Dice): string {
  return `key-${dice.below(50)}`
}

/** Another method, another type, or bytes that no client sends. */
export function spoilWire(dice: Dice, request: HostileRequest) {
  const { headers, body } = request
  const kind = dice.weigh({ method: 3, type: 4, cut: 3, trailing: 1, raw: 2 })
  if (kind === 'method') {
    request.method = dice.pick([
      'GET',
      'POST',
      'PUT',
      'PATCH',
      'DELETE',
      'HEAD',
      'OPTIONS',
      'TRACE',
      'PROPFIND',
    ])
  } else if (kind === 'type') {
    headers['content-type'] = dice.pick([
      ...['text/plain', 'application/xml', '', 'application/json; charset=utf-16', 'multipart/form-data'],
      ...[
        'application/json, text/plain',
        'APPLICATION/JSON',
        'application/octet-stream',
        'multipart/form-data; boundary=',
      ],
    ])
    request.body = body ?? Buffer.from('<a/>')
  } else if (kind === 'trailing') {
    request.path = request.path.replace(/\/(\?|$)/, dice.pick(['$1', '//$1', '/%2f$1', '/..;/$1', '/.$1']))
  } else {
    request.raw = Buffer.from(
      kind === 'cut' ? cut(dice, request) : dice.pick(RAW)(request.path.slice(0, 500)),
      'latin1',
    )
  }
}

/** Announces more than it sends. */
function cut(dice: Dice, { method, path, headers, body = Buffer.from('{"id":1}') }: HostileRequest): string {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
  const sent = body.subarray(0, dice.below(body.length + 1)).toString('latin1')
  return `${method === 'GET' ? 'POST' : method} ${path} HTTP/1.1\r\n${lines.join('\r\n')}\r\ncontent-length: ${body.length + 10}\r\n\r\n${sent}`
}

const RAW: readonly ((path: string) => string)[] = [
  (path) => `GET ${path} HTTP/1.1\r\n\r\n`,
  (path) => `GET ${path} HTTP/9.9\r\nhost: localhost\r\n\r\n`,
  (path) => `GET ${path}\u0000 HTTP/1.1\r\nhost: localhost\r\n\r\n`,
  (path) => `GET http://evil.example${path} HTTP/1.1\r\nhost: localhost\r\n\r\n`,
  (path) =>
    `POST ${path} HTTP/1.1\r\nhost: localhost\r\ncontent-length: 4\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n`,
  (path) =>
    `POST ${path} HTTP/1.1\r\nhost: localhost\r\ntransfer-encoding: chunked\r\n\r\nffffffffffffffff\r\nx`,
  (path) => `POST ${path} HTTP/1.1\r\nhost: localhost\r\ncontent-length: -1\r\n\r\n`,
  (path) => `POST ${path} HTTP/1.1\r\nhost: localhost\r\ncontent-length: 3\r\ncontent-length: 4\r\n\r\nabcd`,
  (path) => `GET ${path} HTTP/1.1\r\nhost: localhost\r\nhost: acorn.localhost\r\n\r\n`,
  (path) => `GET ${path} HTTP/1.1\r\nhost: localhost\r\nx: a\u0000b\r\n\r\n`,
  () => `GET /${'a'.repeat(20_000)} HTTP/1.1\r\nhost: localhost\r\n\r\n`,
  () => `GET * HTTP/1.1\r\nhost: localhost\r\n\r\n`,
  () => '\u0016\u0003\u0001\u0002\u0000\u0001\u0000',
]
