import { isSealKeyOf } from '@laurel/identity'
import type { Config } from '../config.ts'
import type { Pool } from '../database/database.ts'
import { WrongSetting } from '../wrong-setting.ts'
import { dropNewSecret, type Keys } from './keys.ts'
import { seal, unseal } from './sealed.ts'

const PLACE = 'installation'

/**
 * Refuses a secret other than the one that sealed this database: sign-ins, codes, and card numbers would all
 * fail. The first start on a database makes its secret the right one.
 *
 * @throws {WrongSetting}
 */
export async function assertSecret(pool: Pool, keys: Keys, config: Pick<Config, 'dataDir' | 'secret'>) {
  if (await isSecretOf(pool, keys)) return
  dropNewSecret(keys)
  const used =
    config.secret === undefined ? `the file secret in DATA_DIR (${config.dataDir})` : 'LAUREL_SECRET'
  throw new WrongSetting(
    `this database was set up with another secret than ${used}. Set LAUREL_SECRET to that secret, or ` +
      'DATA_DIR to the folder with its file secret.',
  )
}

async function isSecretOf(pool: Pool, keys: Keys): Promise<boolean> {
  const read = () => pool.selectFrom('installation').select('secret_check').executeTakeFirst()
  let kept = await read()
  if (kept === undefined) {
    // From a version without the check, or new.
    if ((await isSealKeyOf(pool, keys.identitySeal)) === false) return false
    await pool
      .insertInto('installation')
      .values({ secret_check: seal(keys.dataSeal, PLACE, 'laurel') })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    // Another server may have been faster, with its own secret.
    kept = await read()
  }
  try {
    unseal(keys.dataSeal, PLACE, kept!.secret_check)
    return true
  } catch {
    return false
  }
}
