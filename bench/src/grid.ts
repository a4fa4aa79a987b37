import { type Browser, chromium, type Page } from '@playwright/test'
import { makeCustomer } from './customers.ts'
import { percentile } from './figures.ts'
import { importPeople } from './people-file.ts'
import type { Stack } from './stack.ts'

/** Pixels scrolled per frame: reading, a turn of the wheel, a flung page. */
const STEPS_PX = [45, 200, 2_000]
const FRAMES = 240
const TURNS = 2
const JUMPS = 30
const ROW_PX = 45

const CHROMIUM = {
  executablePath: process.env.CHROMIUM || '/usr/bin/chromium',
  args: [
    '--no-sandbox',
    '--disable-gpu',
    '--disable-quic',
    '--no-first-run',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
  ],
}

/**
 * The recipients grid in Chromium with a list from the server, next to an empty virtual list of the same length
 * in the same browser, which is the baseline.
 */
export async function benchGrid(stack: Stack, rows: number) {
  const customer = await makeCustomer(stack)
  const itemId = await importPeople(stack, customer, rows)
  const browser = await chromium.launch(CHROMIUM)
  try {
    const grid = await openGrid(browser, stack, customer.token, itemId)
    const floor = await openFloor(browser, rows)
    const frames = STEPS_PX.map(() => ({
      grid: [] as number[],
      floor: [] as number[],
      gaps: 0,
      gridCpu: 0,
      floorCpu: 0,
    }))
    for (let turn = 0; turn < TURNS; turn++) {
      for (const [at, px] of STEPS_PX.entries()) {
        const ofFloor = await scroll(floor, px)
        const ofGrid = await scroll(grid.page, px)
        frames[at]!.floor.push(...ofFloor.times)
        frames[at]!.grid.push(...ofGrid.times)
        frames[at]!.gaps += ofGrid.gaps
        frames[at]!.gridCpu += ofGrid.cpuMs / TURNS
        frames[at]!.floorCpu += ofFloor.cpuMs / TURNS
      }
    }
    return {
      firstRowsMs: grid.firstRowsMs,
      steps: STEPS_PX.map((px, at) => ({
        px,
        grid: { ...summed(frames[at]!.grid), cpu: frames[at]!.gridCpu, gaps: frames[at]!.gaps },
        floor: { ...summed(frames[at]!.floor), cpu: frames[at]!.floorCpu, gaps: 0 },
      })),
      jumps: summed(await jump(grid.page, rows)),
    }
  } finally {
    await browser.close()
  }
}

async function openGrid(browser: Browser, stack: Stack, token: string, itemId: number) {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } })
  const site = (await (await fetch(`${stack.origin}/api/v1/actual_rewards_site/`)).json()) as {
    accounts: { client_id: string }
  }
  const prefix = `CognitoIdentityServiceProvider.${site.accounts.client_id}`
  await page.addInitScript(
    ([start, idToken]) => {
      localStorage.setItem(`${start}.LastAuthUser`, 'bench')
      for (const [name, value] of Object.entries({ idToken, accessToken: idToken, refreshToken: 'none' })) {
        localStorage.setItem(`${start}.bench.${name}`, value)
      }
      localStorage.setItem(`${start}.bench.clockDrift`, '0')
      const seen = new MutationObserver(() => {
        if (!document.querySelector('[role=row] [data-cell="9:2"]')) return
        ;(window as { firstRowsMs?: number }).firstRowsMs = performance.now()
        seen.disconnect()
      })
      seen.observe(document, { childList: true, subtree: true })
    },
    [prefix, token] as const,
  )
  // Once to fill the browser's script cache, then as a returning visitor.
  for (let visit = 0; visit < 2; visit++) {
    await page.goto(
      `${stack.origin.replace('127.0.0.1', 'localhost')}/create-reward/recipients?item=${itemId}`,
    )
    await page.waitForFunction(() => (window as { firstRowsMs?: number }).firstRowsMs !== undefined)
  }
  const firstRowsMs = await page.evaluate(() => (window as { firstRowsMs?: number }).firstRowsMs!)
  return { page, firstRowsMs }
}

/** A minimal list of this length: empty boxes moved into view. */
async function openFloor(browser: Browser, rows: number): Promise<Page> {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } })
  await page.setContent(`<body style="margin:0"><div id="list" style="position:relative"></div></body>`)
  await page.evaluate(
    ([count, rowPx]) => {
      const list = document.getElementById('list')!
      list.style.height = `${count * rowPx}px`
      const boxes = Array.from({ length: Math.ceil(innerHeight / rowPx) + 16 }, () => {
        const box = document.createElement('div')
        box.style.cssText = `position:absolute;inset:0 0 auto;height:${rowPx}px`
        return list.appendChild(box)
      })
      const place = () => {
        const first = Math.max(0, Math.floor(scrollY / rowPx) - 8)
        for (const [at, box] of boxes.entries()) {
          const index = first + ((((at - first) % boxes.length) + boxes.length) % boxes.length)
          box.style.transform = `translateY(${index * rowPx}px)`
        }
      }
      addEventListener('scroll', place, { passive: true })
      place()
    },
    [rows, ROW_PX] as const,
  )
  return page
}

type Scrolled = { times: number[]; gaps: number; cpuMs: number }

/**
 * Scrolls once per frame. Returns how long each frame took, how many showed no row in the middle, and how much
 * of the page's thread a frame used, which other programs don't affect.
 */
async function scroll(page: Page, px: number): Promise<Scrolled> {
  await page.bringToFront()
  const debuggerOf = await page.context().newCDPSession(page)
  await debuggerOf.send('Performance.enable', { timeDomain: 'threadTicks' })
  const busyMs = async () => {
    const { metrics } = await debuggerOf.send('Performance.getMetrics')
    return 1_000 * (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0)
  }
  const before = await busyMs()
  const seen = await frames(page, px)
  const cpuMs = ((await busyMs()) - before) / FRAMES
  await debuggerOf.detach()
  return { ...seen, cpuMs }
}

function frames(page: Page, px: number): Promise<Omit<Scrolled, 'cpuMs'>> {
  return page.evaluate(
    ([stepPx, most]) =>
      new Promise((done) => {
        const times: number[] = []
        let gaps = 0
        let last = 0
        const step = (now: number) => {
          if (last > 0) times.push(now - last)
          last = now
          const middle = document.elementFromPoint(innerWidth / 2, innerHeight / 2)
          if (times.length > 1 && document.querySelector('[role=grid]') && !middle?.closest('[role=row]'))
            gaps++
          if (times.length === most) return done({ times, gaps })
          scrollBy(0, stepPx)
          requestAnimationFrame(step)
        }
        scrollTo(0, 1_000)
        requestAnimationFrame(step)
      }),
    [px, FRAMES] as const,
  )
}

/** Jumps to distant positions and measures how long until people are shown there. */
async function jump(page: Page, rows: number): Promise<number[]> {
  await page.bringToFront()
  const times: number[] = []
  for (let at = 0; at < JUMPS; at++) {
    const to = (((at * 7_919) % rows) * ROW_PX * 0.99) | 0
    times.push(
      await page.evaluate(
        (top) =>
          new Promise<number>((done) => {
            const began = performance.now()
            const look = () => {
              const row = document.elementFromPoint(innerWidth / 2, innerHeight / 2)?.closest('[role=row]')
              if (row && !row.querySelector('[aria-busy]')) done(performance.now() - began)
              else requestAnimationFrame(look)
            }
            scrollTo(0, top)
            requestAnimationFrame(look)
          }),
        to + 1_000,
      ),
    )
  }
  return times
}

function summed(times: readonly number[]) {
  return { p50: percentile(times, 0.5), p95: percentile(times, 0.95), worst: Math.max(...times) }
}
