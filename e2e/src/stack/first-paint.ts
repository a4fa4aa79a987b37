import type { Browser, Page } from '@playwright/test'
import { expect } from './shop.ts'

type Painted = { heading: Element | null; shift: number }

/** Watches a page from its first HTML on. Call it before the page loads. */
export async function watchPaint(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const painted: Painted = { heading: null, shift: 0 }
    Object.assign(window, { painted })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) painted.shift += (entry as unknown as { value: number }).value
    }).observe({ type: 'layout-shift', buffered: true })
    // Before modules run.
    addEventListener(
      'readystatechange',
      () => {
        painted.heading ??= document.querySelector('h1')
      },
      true,
    )
  })
}

/**
 * Expects that the server's HTML had this heading, and that the browser kept the element, unless it renders the page
 * again, and moved nothing.
 */
export async function expectHydrated(page: Page, heading: string, isKept = true): Promise<void> {
  const { isSame, text, shift } = await page.evaluate(() => {
    const { painted } = window as unknown as { painted: Painted }
    return { isSame: painted.heading?.isConnected, text: painted.heading?.textContent, shift: painted.shift }
  })
  expect({ isSame, text }).toEqual({ isSame: isKept, text: heading })
  expect(shift).toBeLessThan(0.02)
}

/** Shows a page without JavaScript. */
export async function withoutScripts(
  browser: Browser,
  url: string,
  read: (page: Page) => Promise<void>,
): Promise<void> {
  const context = await browser.newContext({ javaScriptEnabled: false })
  const page = await context.newPage()
  await page.goto(url)
  await read(page)
  await context.close()
}
