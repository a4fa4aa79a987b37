import { type Expression, expressionBuilder } from 'kysely'
import { z } from 'zod'
import { CognitoError } from '../cognito-error.ts'
import type { IdentityTables } from '../database.ts'
import { staffOperation, UserPoolId } from '../operation.ts'
import { readPool, staffView } from '../staff-users.ts'

const MOST = 60
const ATTRIBUTES = ['email', 'phone_number', 'name', 'given_name', 'family_name', 'preferred_username']

/** Lists users by name, in pages, for staff. */
export const listUsers = staffOperation(
  z.object({
    UserPoolId,
    AttributesToGet: z.array(z.string().min(1).max(32)).optional(),
    Limit: z.number().int().min(0).max(MOST).optional(),
    PaginationToken: z.string().min(1).max(1024).optional(),
    Filter: z.string().max(256).optional(),
  }),
  async (call, { UserPoolId, AttributesToGet, Limit, PaginationToken, Filter }) => {
    const pool = await readPool(call.db, UserPoolId)
    const limit = Limit || MOST
    const after = PaginationToken === undefined ? undefined : readToken(PaginationToken)
    const wanted = Filter?.trim() ? readFilter(Filter) : undefined
    const rows = await call.db
      .selectFrom('identity.users')
      .selectAll()
      .where('pool_id', '=', pool.pool_id)
      .$if(after !== undefined, (query) => query.where('username', '>', after!))
      .$if(wanted !== undefined, (query) => query.where(wanted!))
      .orderBy('username')
      .limit(limit + 1)
      .execute()
    const page = rows.slice(0, limit)
    return {
      Users: page.map((user) => {
        const { attributes, ...view } = staffView(user)
        const Attributes = attributes.filter(({ Name }) => AttributesToGet?.includes(Name) ?? true)
        return { ...view, Attributes }
      }),
      ...(rows.length > limit && {
        PaginationToken: Buffer.from(page.at(-1)!.username).toString('base64url'),
      }),
    }
  },
)

function readToken(token: string): string {
  if (!/^[\w-]+$/.test(token)) throw invalid('Invalid pagination token given.')
  const name = Buffer.from(token, 'base64url').toString()
  if (name.includes('\0')) throw invalid('Invalid pagination token given.')
  return name
}

/** @example `email = "dana@halden.example"`, `given_name ^= "Da"` */
function readFilter(filter: string) {
  const [, name, operator, quoted] =
    /^\s*"?([a-z:_]+)"?\s*(\^?=)\s*"((?:[^"\\]|\\.)*)"\s*$/.exec(filter) ?? []
  if (name === undefined || quoted === undefined) throw invalid('Error while parsing filter.')
  const value = quoted.replace(/\\(.)/g, '$1')
  const column = columnOf(name)
  const { eb, fn, val } = users()
  if (operator === '=') return eb(column, '=', value.toLowerCase())
  return fn<boolean>('starts_with', [column, val(value.toLowerCase())])
}

const users = () => expressionBuilder<IdentityTables, 'identity.users'>()

function columnOf(name: string): Expression<string> {
  const { case: choose, cast, fn, ref } = users()
  if (name === 'username') return ref('username')
  if (name === 'sub') return cast<string>('sub', 'text')
  if (name === 'cognito:user_status') return fn<string>('lower', ['status'])
  if (name === 'status') {
    return choose().when('disabled_at', 'is', null).then('enabled').else('disabled').end()
  }
  if (ATTRIBUTES.includes(name)) return fn<string>('lower', [ref('attributes', '->>').key(name)])
  throw invalid(`Invalid search attribute: ${name}`)
}

const invalid = (message: string) => new CognitoError('InvalidParameterException', message)
