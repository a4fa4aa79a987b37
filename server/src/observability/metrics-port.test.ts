import { expect, test } from 'vitest'
import { askForMetrics, mergeMetrics, servePlainMetrics } from './metrics-port.ts'

const of = (process: string, count: number) => `# HELP visits Visits
# TYPE visits counter
visits{process="${process}"} ${count}

# HELP lag Lag
# TYPE lag gauge
lag{process="${process}"} 0.1
`

test('the metrics of several processes are one text with each family once', () => {
  expect(mergeMetrics([of('server-1', 3), of('server-2', 5)])).toBe(`# HELP visits Visits
# TYPE visits counter
visits{process="server-1"} 3
visits{process="server-2"} 5
# HELP lag Lag
# TYPE lag gauge
lag{process="server-1"} 0.1
lag{process="server-2"} 0.1
`)
})

/** A process as its supervisor sees it. */
function child(answer: (whole: boolean) => string | undefined) {
  const listeners = new Set<(message: unknown) => void>()
  return {
    listeners,
    isConnected: () => true,
    send({ askMetrics, whole }: { askMetrics: number; whole: boolean }) {
      const text = answer(whole)
      if (text === undefined) return
      for (const hear of listeners) hear('ready')
      for (const hear of listeners) hear({ metricsOf: askMetrics, text })
    },
    on: (_event: 'message', hear: (message: unknown) => void) => listeners.add(hear),
    off: (_event: 'message', hear: (message: unknown) => void) => listeners.delete(hear),
  }
}

test('one process reports the installation’s metrics, and a process that hangs is left out', async () => {
  const told: boolean[] = []
  const tell = (name: string) =>
    child((whole) => {
      told.push(whole)
      return of(name, 1)
    })
  const children = [tell('server-1'), child(() => undefined), tell('server-2')]

  const text = await askForMetrics(children)

  expect(told).toEqual([true, false])
  expect(text.match(/visits\{/g)).toHaveLength(2)
  expect(children.map(({ listeners }) => listeners.size)).toEqual([0, 0, 0])
})

test('the port answers only /metrics, with 503 if the metrics can’t be read', async () => {
  let isDown = false
  const { port, close } = await servePlainMetrics({ port: 0, host: '127.0.0.1' }, async () => {
    if (isDown) throw new Error('down')
    return of('server-1', 1)
  })
  const get = async (path: string) => {
    const answer = await fetch(`http://127.0.0.1:${port}${path}`)
    return [answer.status, await answer.text()]
  }
  expect(await get('/metrics')).toEqual([200, of('server-1', 1)])
  expect((await get('/'))[0]).toBe(404)
  isDown = true
  expect(await get('/metrics')).toEqual([503, ''])
  close()
})
