// Runs one TypeScript file under the project's own Node: `node scripts/run.mjs FILE [ARGS]`.

import { spawnSync } from 'node:child_process'
import { install, loadSettings, NODE, ROOT } from './prepare.mjs'

install()
const [file = '', ...args] = process.argv.slice(2)
// A bench must never reach an installation's payment provider or mail server.
if (file.startsWith('server/src/commands/')) loadSettings()
const { status } = spawnSync(NODE, [file, ...args], { cwd: ROOT, stdio: 'inherit' })
process.exit(status ?? 1)
