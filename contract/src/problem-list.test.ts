import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { type ListedProblem, listProblems, PROBLEM_ADVICE } from './problem-list.ts'

const tableOf = (problems: readonly ListedProblem[]) =>
  [
    '| Status | Code | Says |',
    '| --- | --- | --- |',
    ...problems.map(({ status, code, says }) => `| ${status} | \`${code}\` | ${says} |`),
  ].join('\n')

/** After a change, run this with `--update`. */
test('docs/api-problems.md has every code', async () => {
  const groups = listProblems().map(({ title, problems }) => `## ${title}\n\n${tableOf(problems)}`)
  const page = `# Problems by code

Every code that the API can answer, with its \`title\` and \`detail\`. An ellipsis (…) stands for a part that depends on the request. [What to do](api.md#problems) depends on the status. This page is generated from the contract. Each site has it at \`/api/docs/problems\`, which a problem's \`type\` points to.

${groups.join('\n\n')}
`
  await expect(page).toMatchFileSnapshot('../../docs/api-problems.md')
})

test('docs/api.md says what to do, in the same words', () => {
  const page = readFileSync(new URL('../../docs/api.md', import.meta.url), 'utf8').replaceAll('’', "'")
  for (const [statuses, advice] of PROBLEM_ADVICE) {
    expect(page).toContain(`| ${statuses} | ${advice.replaceAll('’', "'")} |`)
  }
})
