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

Every code that the API can answer, with what its \`title\` and \`detail\` say; … stands for what depends on the request. [What to do](api.md#problems) follows from the status. This page is made from the contract; each site has it at \`/api/docs/problems\`, where a problem's \`type\` leads.

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
