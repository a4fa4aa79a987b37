import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort, launch } from './start-stack.ts'

/**
 * Starts a separate shop with the demo, which no other journey uses, and points this worker's helpers at it.
 * Mails and payments go to the shared sandbox.
 *
 * @returns closes it and points the helpers back at the shared shop
 */
export async function openOwnShop(): Promise<() => Promise<void>> {
  const dataDir = mkdtempSync(join(tmpdir(), 'laurel-own-'))
  const port = String(await freePort())
  const server = await launch('server/src/main.ts', 'laurel: ready', {
    PORT: port,
    DATA_DIR: dataDir,
    LOG_LEVEL: 'error',
  })
  const { SHOP_PORT, SHOP_DATA_DIR } = process.env
  Object.assign(process.env, { SHOP_PORT: port, SHOP_DATA_DIR: dataDir })
  return async () => {
    Object.assign(process.env, { SHOP_PORT, SHOP_DATA_DIR })
    const ended = new Promise((resolve) => server.once('exit', resolve))
    server.kill('SIGTERM')
    await ended
    rmSync(dataDir, { recursive: true, force: true })
  }
}
