import { type Dice, makeDice } from '../dice.ts'
import { elsewhere } from './elsewhere.ts'
import type { Caller, Filled } from './filled.ts'
import { encode, fieldText, type HostileRequest, jsonOf, setBody, textOf } from './hostile-request.ts'
import type { Operation } from './operations.ts'
import { fittingValue, hostileValue, type Json, nested, type Setting } from './values.ts'
import { spoilHeaders, spoilWire } from './wire-abuse.ts'

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
