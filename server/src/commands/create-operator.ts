/**
 * Opens an operator's account for the platform area, with a password that must be changed at the first sign-in:
 * `npm run platform:operator -- <email> <name>`. If the operator has an account, it renews the password, forgets the
 * authenticator app, and ends all sessions. With `--remove <email>`, it deletes the account.
 */
import { parseArgs } from 'node:util'
import { isEmail, normalizeEmail } from '@laurel/domain/email'
import { Refusal } from '@laurel/domain/refusal'
import { addOperator, readOperator, removeOperator, renewOperator } from '../features/staff/operators.ts'
import { logPlatform } from '../features/staff/platform-log.ts'
import { runProgram } from '../run-program.ts'
import { fail, withAccounts } from './with-accounts.ts'

const { values, positionals } = parseArgs({
  options: { remove: { type: 'boolean' } },
  allowPositionals: true,
})
const [typed = '', ...names] = positionals
const email = normalizeEmail(typed)
const name = names.join(' ')
const actor = 'command line'

if (!isEmail(email) || (name === '') !== (values.remove === true)) {
  fail(
    'Enter an email and a name: npm run platform:operator -- ann@example.com Ann Lee',
    'Or remove an operator: npm run platform:operator -- --remove ann@example.com',
  )
} else {
  await runProgram(values.remove === true ? remove : open)
}

function open() {
  return withAccounts(async ({ config, pool, own: { privatePools: pools } }) => {
    const { password, kept } = await pools.makeOneTimePassword()
    const isNew = await pool.transaction().execute(async (db) => {
      const added = await addOperator(db, pools, { email, name, kept, isTemporary: true })
      const known = added === undefined ? await readOperator(db, { email }) : { id: added }
      if ('sub' in known) await renewOperator(db, pools, known, kept, actor)
      await logPlatform(db, {
        actor,
        event: added === undefined ? 'operator.renewed' : 'operator.created',
        subject: `operator:${known.id}`,
        at: new Date(),
      })
      return added !== undefined
    })
    console.info(
      isNew
        ? `${name} is an operator. First password: ${password}`
        : `${email} sets up a new authenticator app at the next sign-in. New password: ${password}`,
    )
    console.info(
      `Sign in at ${config.publicOrigin}/platform/ within seven days, and choose another password there.`,
    )
  })
}

function remove() {
  return withAccounts(async ({ pool, own }) => {
    try {
      await pool.transaction().execute(async (db) => {
        const known = await readOperator(db, { email })
        await removeOperator(db, own.privatePools, known, actor)
        const { id, name } = known
        const subject = `operator:${id}`
        await logPlatform(db, { actor, event: 'operator.removed', subject, facts: { name }, at: new Date() })
      })
      console.info(`${email} is no longer an operator.`)
    } catch (cause) {
      if (!(cause instanceof Refusal)) throw cause
      fail(
        cause.code === 'last_operator'
          ? `${email} is the last operator. Add another one first.`
          : `${email} isn’t an operator.`,
      )
    }
  })
}
