// `npm run identity:contract`: holds the user pool the settings name, else the embedded service, against
// what the web and the server rely on.

import { holdContract, lineOf } from './hold-contract.ts'
import { openEmbeddedService, openNamedService } from './service.ts'

const service = openNamedService(process.env) ?? (await openEmbeddedService())
console.info(`The contract of the accounts, held against ${service.name}\n`)

let broken = 0
for await (const outcome of holdContract(service)) {
  console.info(lineOf(outcome))
  if (!outcome.holds) broken += 1
}
await service.close()

console.info(broken === 0 ? '\nEverything holds.' : `\n${broken} ${broken === 1 ? 'does' : 'do'} not hold.`)
process.exitCode = broken === 0 ? 0 : 1
