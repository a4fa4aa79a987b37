import { BadSetting, DEMO_TERMINALS, parseTerminals, type Terminal } from './converge/terminals.ts'

export type Settings = { port: number; smtpPort: number; terminals: readonly Terminal[]; dataDir?: string }

function readPort(env: NodeJS.ProcessEnv, name: string, otherwise: number): number {
  const text = env[name]
  if (!text) return otherwise
  const port = Number(text)
  if (!/^\d+$/.test(text) || port > 65_535) throw new BadSetting(`${name} is a port, 0 to 65535`)
  return port
}

/**
 * Reads the sandbox's settings.
 *
 * @throws {BadSetting} naming the variable and what it expects
 */
export function readSettings(env: NodeJS.ProcessEnv): Settings {
  return {
    port: readPort(env, 'SANDBOX_PORT', 3001),
    smtpPort: readPort(env, 'SANDBOX_SMTP_PORT', 2525),
    terminals: env.SANDBOX_TERMINALS ? parseTerminals(env.SANDBOX_TERMINALS) : DEMO_TERMINALS,
    dataDir: env.SANDBOX_DATA_DIR || undefined,
  }
}
