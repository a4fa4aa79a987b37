/**
 * Opens an operator's account for the platform area, with a password that must be changed at the first sign-in:
 * `npm run platform:operator -- <email> <name>`. If the operator has an account, it renews the password, forgets the
 * authenticator app, and ends all sessions. Needs the server's own settings: its secret keys the password.
 */
import { isEmail, normalizeEmail } from '@laurel/domain/email'
import { migrateIdentity, openIdentity } from '@laurel/identity'
import { readConfig } from '../config.ts'
import { migrate } from '../database/migrate.ts'
import { openDatabase } from '../database/open-database.ts'
import { addOperator, logPlatform } from '../features/staff/operators.ts'
import { runProgram } from '../run-program.ts'
import { assertSecret } from '../secrets/assert-secret.ts'
import { readKeys } from '../secrets/keys.ts'

const [typed = '', ...names] = process.argv.slice(2)
const email = normalizeEmail(typed)
const name = names.join(' ')
if (!isEmail(email) || name === '') {
  console.error('Enter an email and a name: npm run platform:operator -- ann@example.com Ann Lee')
  process.exit(1)
}

await runProgram(async () => {
  const config = readConfig(process.env)
  const database = await openDatabase(config)
  await migrate(database.db)
  await migrateIdentity(database.db)
  const keys = readKeys(config.dataDir, config.secret)
  await assertSecret(database.db, keys, config)
  const { privatePools: pools } = await openIdentity({
    db: database.db,
    origin: config.publicOrigin,
    secrets: { pepper: keys.pepper, sealKey: keys.identitySeal },
    deliver: async () => {},
  })
  const { password, kept } = await pools.makeOneTimePassword()
  const at = new Date()
  const isNew = await database.db.transaction().execute(async (db) => {
    const id = await addOperator(db, pools, { email, name, kept, isTemporary: true })
    if (id !== undefined) {
      await logPlatform(db, {
        actor: 'command line',
        event: 'operator.created',
        subject: `operator:${id}`,
        at,
      })
      return true
    }
    const known = await db
      .selectFrom('operators')
      .select(['id', 'identity_subject as sub'])
      .where(({ eb, fn }) => eb(fn<string>('lower', ['email']), '=', email.toLowerCase()))
      .executeTakeFirstOrThrow()
    await pools.renewPassword(db, known.sub, kept)
    await pools.forgetAuthenticator(db, known.sub, 'command line')
    await logPlatform(db, {
      actor: 'command line',
      event: 'operator.renewed',
      subject: `operator:${known.id}`,
      at,
    })
    return false
  })
  await database.close()
  console.info(
    isNew
      ? `${name} is an operator. First password: ${password}`
      : `${email} sets up a new authenticator app at the next sign-in. New password: ${password}`,
  )
  console.info(
    `Sign in at ${config.publicOrigin}/platform/ within seven days, and choose another password there.`,
  )
})
