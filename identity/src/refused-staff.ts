import { z } from 'zod'
import type { Call } from './accounts.ts'
import { CognitoError } from './cognito-error.ts'
import { UserPoolId } from './operation.ts'
import { findPool } from './pools.ts'
import { isFirstInHour } from './sends.ts'

const Named = z.object({ UserPoolId })
/** Unsigned requests, which don't claim to be from staff. */
const UNSIGNED = 'MissingAuthenticationTokenException'

/**
 * Audits a refused staff signature, once an hour per address because anyone can send such requests. The pool is the
 * one the request names, if it exists.
 */
export async function noteRefusedStaff(call: Call, cause: unknown, body: unknown): Promise<void> {
  if (!(cause instanceof CognitoError) || cause.name === UNSIGNED) return
  const named = Named.safeParse(parse(body))
  const pool = named.success ? await findPool(call.db, 'pool_id', named.data.UserPoolId) : undefined
  if (!pool || !(await isFirstInHour(call, 'staff-refused', pool.pool_id, call.ip))) return
  const event = { poolId: pool.pool_id, name: 'staff_refused', ip: call.ip, at: call.now() }
  await call.db.transaction().execute((tx) => call.audit(tx, event))
}

function parse(body: unknown): unknown {
  try {
    return JSON.parse(String(body))
  } catch {
    return undefined
  }
}
