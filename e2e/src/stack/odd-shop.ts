import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { OddShopSettings } from '../../../server/src/testing/odd-shop-settings.ts'
import { freePort, launch } from './start-stack.ts'

export type OddShop = { origins: Record<'northwind' | 'acorn', string>; close(): Promise<void> }

/** A separate shop with other accounts settings than the demo. Mails go to the shared sandbox. */
export async function openOddShop(settings: OddShopSettings): Promise<OddShop> {
  const folder = mkdtempSync(join(tmpdir(), 'laurel-odd-'))
  const port = await freePort()
  const env = {
    PORT: String(port),
    DATA_DIR: join(folder, 'data'),
    LOG_LEVEL: 'error',
    ODD_SHOP: JSON.stringify(settings),
  }
  const preparing = await launch('server/src/testing/prepare-odd-shop.ts', 'odd shop: prepared', env)
  if (preparing.exitCode === null) await new Promise((resolve) => preparing.once('exit', resolve))
  const server = await launch('server/src/main.ts', 'laurel: ready', env)
  return {
    origins: { northwind: `http://localhost:${port}`, acorn: `http://acorn.localhost:${port}` },
    close: async () => {
      const ended = new Promise((resolve) => server.once('exit', resolve))
      server.kill('SIGTERM')
      await ended
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
