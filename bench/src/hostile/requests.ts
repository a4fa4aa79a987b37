import { type Dice, makeDice } from '../dice.ts'
import type { Caller, Filled } from './filled.ts'
import type { Operation } from './operations.ts'
import { DEEP, fittingValue, hostileText, hostileValue, type Json, nested, type Setting } from './values.ts'

export type HostileRequest = {
  number: number
  caller: Caller
  operation: Operation | undefined
  /** `METHOD /path/` as the document has it, to group findings. */
  endpoint: string
  method: string
  path: string
  headers: Record<string, string>
  body: Buffer | undefined
  /** Sent as these bytes instead, then the connection ends: what an HTTP client would refuse to send. */
  raw: Buffer | undefined
}

const KINDS = { fitting: 34, wrongValues: 38, wrongBody: 9, wrongWire: 8, wrongHeaders: 7, elsewhere: 4 }
/** Two of the callers have one address each and call often enough to meet the request limits. */
const ADDRESSES = 200
const BUSY_SHARE = 0.04

/** Request `number` of a seed: always the same for the same seed and rows. */
export function makeRequest(
  seed: number,
  number: number,
  operations: readonly Operation[],
  filled: Filled,
): HostileRequest {
  const dice = makeDice(Math.imul(seed, 1_000_003) ^ Math.imul(number, 7_919))
  const kind = dice.weigh(KINDS)
  const operation = dice.pick(operations)
  const caller = pickCaller(dice, operation, filled)
  const headers: Record<string, string> = {
    host: caller.host,
    'x-forwarded-for': dice.chance(BUSY_SHARE)
      ? '203.0.113.7'
      : `10.${dice.below(ADDRESSES)}.${dice.below(250)}.9`,
    ...caller.headers,
  }
  if (kind === 'elsewhere') return elsewhere(dice, number, caller, headers)

  const setting = { dice, filled, caller, path: operation.path }
  const isWrong = kind === 'wrongValues'
  const path = pathOf(setting, operation, isWrong)
  const request: HostileRequest = {
    number,
    caller,
    operation,
    endpoint: `${operation.method} ${operation.path}`,
    method: operation.method,
    path,
    headers,
    body: undefined,
    raw: undefined,
  }
  addBody(setting, request, operation, isWrong, kind === 'wrongBody')
  if (dice.chance(0.1))
    headers['idempotency-key'] = `key-${caller.name.replaceAll(' ', '-')}-${dice.below(500)}`
  if (kind === 'wrongHeaders') spoilHeaders(dice, request)
  if (kind === 'wrongWire') spoilWire(dice, request)
  return request
}

/** Mostly a caller whom the operation is for. */
function pickCaller(dice: Dice, { access, name }: Operation, { callers }: Filled): Caller {
  const active = callers.filter(({ kind }) => kind !== 'silent')
  // It would end the session of a caller who is needed for the rest.
  if (name === 'officeSignOut') return dice.pick(active.filter(({ kind }) => kind === 'refused'))
  const suits = active.filter(({ kind }) =>
    access === 'staff' ? kind === 'staff' : access === 'public' ? true : kind === 'customer',
  )
  const owners = suits.filter(({ name }) => name.endsWith('owner'))
  if (owners.length > 0 && dice.chance(0.4)) return dice.pick(owners)
  return dice.pick(dice.chance(0.8) ? suits : active)
}

function pathOf(setting: Setting, { path, parameters }: Operation, isWrong: boolean): string {
  const { dice, filled } = setting
  const inPath = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    if (isWrong && dice.chance(0.12)) return encode(`${textOf(hostileValue(dice))}`.slice(0, 2_000))
    if (name === 'token' && dice.chance(0.8)) return dice.pick(filled.secrets.claims)
    const schema = parameters.find((one) => one.in === 'path' && one.name === name)?.schema ?? {}
    return encode(String(fittingValue(setting, name, schema)))
  })
  const query: string[] = []
  for (const { in: place, name, required, schema } of parameters) {
    if (place !== 'query' || (!required && dice.chance(0.6))) continue
    const value = isWrong && dice.chance(0.5) ? hostileValue(dice) : fittingValue(setting, name, schema)
    query.push(`${name}=${encode(textOf(value).slice(0, 6_000))}`)
    if (isWrong && dice.chance(0.05)) query.push(query.at(-1)!)
  }
  if (isWrong && dice.chance(0.05))
    query.push(dice.pick(['__proto__[x]=1', 'x=%ff', 'page=1;page=2', '%', 'a[]=1&a[]=2']))
  return query.length === 0 ? inPath : `${inPath}?${query.join('&')}`
}

function textOf(value: Json): string {
  if (typeof value === 'string') return value
  if (Array.isArray(value) && value.every((one) => typeof one !== 'object')) return value.join(',')
  return JSON.stringify(value)
}

/** Lists in a form are JSON; in a query, they're separated by commas. */
function fieldText(value: Json): string {
  if (value === null) return ''
  return typeof value === 'string' ? value : JSON.stringify(value)
}

/** Percent-encoded as UTF-8; a lone surrogate becomes the three bytes that some encoders write. */
function encode(text: string): string {
  return [...text]
    .map((letter) => {
      const code = letter.codePointAt(0)!
      if (code < 0xd800 || code > 0xdfff) return encodeURIComponent(letter)
      return `%ED%${(0x80 | ((code >> 6) & 0x3f)).toString(16)}%${(0x80 | (code & 0x3f)).toString(16)}`
    })
    .join('')
}

function addBody(
  setting: Setting,
  request: HostileRequest,
  operation: Operation,
  isWrong: boolean,
  isShapeless: boolean,
) {
  const { dice } = setting
  if (operation.method === 'GET' && !dice.chance(0.02)) return
  let value: Json = operation.body ? fittingValue(setting, '', operation.body) : {}
  if (isWrong && value !== null && typeof value === 'object' && !Array.isArray(value)) spoil(dice, value)
  if (isShapeless) value = dice.chance(0.5) ? hostileValue(dice) : nested(dice.pick([100, 1_000]))
  const form = dice.weigh({ json: 5, form: 4, multipart: operation.takesFile ? 6 : 0.3 })
  if (form === 'json') return setBody(request, 'application/json', jsonOf(dice, value, isShapeless))
  const fields =
    value !== null && typeof value === 'object'
      ? Object.entries(value)
      : ([['value', value]] as [string, Json][])
  if (form === 'multipart') return setMultipart(dice, request, fields)
  const pairs = fields.map(([name, one]) => `${encode(name)}=${encode(fieldText(one))}`)
  if (isShapeless && pairs.length > 0) pairs.push(dice.pick(pairs))
  setBody(request, 'application/x-www-form-urlencoded', pairs.join('&'))
}

/** Replaces, removes, or adds a few values, at any depth. */
function spoil(dice: Dice, value: { [key: string]: Json }) {
  for (let times = 1 + dice.below(3); times > 0; times--) {
    const names = Object.keys(value)
    const name =
      names.length === 0 || dice.chance(0.1)
        ? dice.pick(['__proto__x', 'id', 'site_id', 'customer_id'])
        : dice.pick(names)
    const inner = value[name]
    if (inner !== null && typeof inner === 'object' && !Array.isArray(inner) && dice.chance(0.7))
      spoil(dice, inner)
    else if (dice.chance(0.1)) delete value[name]
    else if (Array.isArray(inner) && inner.length > 0 && dice.chance(0.6))
      inner[dice.below(inner.length)] = hostileValue(dice)
    else value[name] = hostileValue(dice)
  }
}

function jsonOf(dice: Dice, value: Json, isShapeless: boolean): string {
  const text = JSON.stringify(value).replaceAll(`"${DEEP}"`, `${'['.repeat(20_000)}${']'.repeat(20_000)}`)
  if (!isShapeless) return text
  return dice.pick([
    () => text,
    () => text.slice(0, -1),
    () => `${text}x`,
    () => text.replace('{', '{"id":1,"id":2,"__proto__":{"id":3},"constructor":{"prototype":{}},'),
    () => `\ufeff${text}`,
    () => text.replaceAll('"', "'"),
    () => '',
    () => `${'['.repeat(100_000)}${']'.repeat(100_000)}`,
    () => '{"id":1e999,"quantity":123456789012345678901234567890}',
  ])()
}

const BOUNDARY = '----hostile'
const FILES: readonly [name: string, bytes: Buffer][] = [
  ['people.csv', Buffer.from('Name,Street,City,State,ZIP\nMaya Okafor,12 Elm Street,Boston,MA,02108\n')],
  ['people.csv', Buffer.from('\xff\xfe\x00\x01"a,b\r\n"', 'latin1')],
  ['people.csv', Buffer.from(`${',"'.repeat(20_000)}`)],
  ['people.xlsx', Buffer.concat([Buffer.from('PK\x03\x04'), Buffer.alloc(300, 7)])],
  [
    'logo.png',
    Buffer.from(
      'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
      'base64',
    ),
  ],
  ['logo.png', Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), Buffer.alloc(64, 255)])],
  ['logo.svg', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')],
  ['../../x\u0000.png', Buffer.alloc(0)],
]

function setMultipart(dice: Dice, request: HostileRequest, fields: [string, Json][]) {
  const [fileName, bytes] = dice.pick(FILES)
  const part = (name: string) => `--${BOUNDARY}\r\ncontent-disposition: form-data; name="${name}"`
  const head = fields.map(
    ([name, value]) => `${part(name.replaceAll(/["\r\n]/g, ''))}\r\n\r\n${fieldText(value)}\r\n`,
  )
  const body = Buffer.concat([
    Buffer.from(`${head.join('')}${part('file')}; filename="${fileName}"\r\ncontent-type: image/png\r\n\r\n`),
    bytes,
    Buffer.from(dice.chance(0.9) ? `\r\n--${BOUNDARY}--\r\n` : '\r\n--'),
  ])
  setBody(request, `multipart/form-data; boundary=${BOUNDARY}`, body)
}

function setBody(request: HostileRequest, type: string, body: string | Buffer) {
  request.headers['content-type'] = type
  request.body = Buffer.from(body)
}

function spoilHeaders(dice: Dice, request: HostileRequest) {
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
function spoilWire(dice: Dice, request: HostileRequest) {
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

/** What the document doesn't have: pages, files, the accounts service, and provider reports. */
function elsewhere(
  dice: Dice,
  number: number,
  caller: Caller,
  headers: Record<string, string>,
): HostileRequest {
  const path = dice.pick([
    ...[
      '/',
      '/office/',
      '/claim/x',
      '/brand/northwind/../../secret',
      '/assets/..%2f..%2fpackage.json',
      '/.env',
      '/favicon.ico',
    ],
    ...[
      '/api/',
      '/api/docs',
      '/api/v1/',
      '/api/v1/nothing/',
      '/api/v2/orders/',
      `/${encode(hostileText(dice)).slice(0, 3_000)}`,
    ],
    ...[
      '/identity/',
      '/identity/',
      '/identity/',
      '/identity/',
      '/api/v1/payments/converge_report/',
      '//evil.example/',
      '/%',
    ],
  ])
  const method = path === '/identity/' || dice.chance(0.3) ? 'POST' : 'GET'
  const request: HostileRequest = {
    ...{ number, caller, operation: undefined, endpoint: `${method} (elsewhere)`, method, path, headers },
    ...{ body: undefined, raw: undefined },
  }
  if (method === 'GET') return request
  const target = dice.pick([
    'InitiateAuth',
    'SignUp',
    'ConfirmSignUp',
    'ForgotPassword',
    'GetUser',
    'AdminGetUser',
    'RespondToAuthChallenge',
    'x',
  ])
  headers['x-amz-target'] = `AWSCognitoIdentityProviderService.${target}`
  const body: { [key: string]: Json } = {
    ClientId: dice.pick(['3n0rthw1ndrewardsweb7k2f9q', '5ac0rnandcompanyweb4m8t1xz', hostileValue(dice)]),
    Username: dice.chance(0.5) ? 'a@b.example#northwind' : hostileValue(dice),
    Password: hostileValue(dice),
    AuthFlow: dice.pick(['USER_PASSWORD_AUTH', 'USER_SRP_AUTH', 'REFRESH_TOKEN_AUTH', 'x']),
    AuthParameters: dice.chance(0.5)
      ? { USERNAME: 'a@b.example#northwind', PASSWORD: hostileText(dice) }
      : hostileValue(dice),
    UserAttributes: dice.chance(0.5) ? [{ Name: 'email', Value: hostileText(dice) }] : hostileValue(dice),
    AccessToken: hostileValue(dice),
  }
  setBody(
    request,
    dice.pick(['application/x-amz-json-1.1', 'application/json']),
    jsonOf(dice, body, dice.chance(0.2)),
  )
  return request
}
