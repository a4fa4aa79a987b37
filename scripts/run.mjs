// Runs one TypeScript file under the project's own Node: `node scripts/run.mjs FILE [ARGS]`.

import { spawnSync } from 'node:child_process'
import { install, NODE, ROOT } from './prepare.mjs'

install()
const { status } = spawnSync(NODE, process.argv.slice(2), { cwd: ROOT, stdio: 'inherit' })
process.exit(status ?? 1)
