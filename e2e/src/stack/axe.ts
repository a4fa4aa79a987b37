import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { expect, type Page } from '@playwright/test'

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

type Findings = {
  violations: Array<{ id: string; nodes: Array<{ target: string[]; failureSummary?: string }> }>
}

const WCAG = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']
const TAGS = [...WCAG, 'best-practice']

/** Checks the page against WCAG 2.2 A and AA; lists every violation with its element. */
export function expectAccessible(page: Page, what: string) {
  return expectNone(page, TAGS, what)
}

/** The same without best practices for whole pages: a mail is shown inside one. */
export function expectWcag(page: Page, what: string) {
  return expectNone(page, WCAG, what)
}

/** Checks the contrast of texts only. */
export function expectContrast(page: Page, what: string) {
  return expectNone(page, ['color-contrast'], what)
}

async function expectNone(page: Page, runOnly: readonly string[], what: string) {
  // Waits for finite animations; endless ones are checked as they are.
  await page.evaluate(() =>
    Promise.allSettled(
      document
        .getAnimations()
        .filter((one) => one.effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY)
        .map((one) => one.finished),
    ),
  )
  // Through the debugger instead of a script tag, so that the page's content security policy stays in force.
  // A page keeps it until it loads again.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(source)
  let violations = await findViolations(page, runOnly)
  // A message that fades or covers a button is gone after a few seconds: what it causes isn't found again.
  if (violations.length > 0 && (await page.locator(MESSAGE).count()) > 0) {
    await expect(page.locator(MESSAGE)).toHaveCount(0)
    violations = await findViolations(page, runOnly)
  }
  expect.soft(violations, what).toEqual([])
}

const MESSAGE = 'section[aria-label="Messages"] > *'

function findViolations(page: Page, runOnly: readonly string[]) {
  return page.evaluate(async (runOnly) => {
    const { axe } = window as unknown as {
      axe: { run(context: Document, options: object): Promise<Findings> }
    }
    const result = await axe.run(document, { runOnly, resultTypes: ['violations'] })
    return result.violations.map(
      ({ id, nodes }) => `${id}: ${nodes.map((node) => `${node.target} ${node.failureSummary}`).join(' | ')}`,
    )
  }, runOnly)
}
