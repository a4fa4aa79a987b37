/** Prints the OpenAPI document: `npm run openapi > openapi.json`. */
import { makeWorld } from '../testing/world.ts'

const world = await makeWorld()
await world.app.ready()
process.stdout.write(`${JSON.stringify(world.app.swagger(), null, 2)}\n`)
await world.close()
