import { listProblems, PROBLEM_ADVICE } from '@laurel/contract/problem-list'
import type { FastifyInstance } from 'fastify'
import { escapeHtml } from './escape-html.ts'
import { sendPlainPage } from './plain-page.ts'

/** The page that a problem's `type` points to: what each code says, and what to do. */
export function problemsPage(app: FastifyInstance) {
  app.get('/api/docs/problems', { config: { limit: 'network' } }, (request, reply) =>
    sendPlainPage(request, reply, { site: undefined, title: 'Problems by code', style: STYLE, body: BODY }),
  )
}

const inCode = (text: string) => escapeHtml(text).replaceAll(/`([^`]+)`/g, '<code>$1</code>')

const ADVICE = PROBLEM_ADVICE.map(
  ([statuses, advice]) => `<tr><th scope="row">${statuses}</th><td>${inCode(advice)}</td></tr>`,
)
const GROUPS = listProblems().map(({ title, problems }) => {
  const rows = problems.map(
    ({ code, status, says }) =>
      `<tr id="${code}"><td>${status}</td><th scope="row"><code>${code.replaceAll('_', '_<wbr>')}</code></th><td>${escapeHtml(says)}</td></tr>`,
  )
  return `<h2>${title}</h2>
<table><thead><tr><th scope="col">Status</th><th scope="col">Code</th><th scope="col">Says</th></tr></thead>
<tbody>${rows.join('\n')}</tbody></table>`
})

const BODY = `<main>
<h1>Problems by code</h1>
<p>Every code that the API can answer, and what it says; … stands for what depends on the request. <a href="/api/docs">API reference</a></p>
<h2>What to do</h2>
<table><thead><tr><th scope="col">Status</th><th scope="col">Do</th></tr></thead><tbody>${ADVICE.join('\n')}</tbody></table>
${GROUPS.join('\n')}
</main>`

const STYLE = `
body{display:block;font-size:15px;text-align:left}main{max-width:960px;margin:0 auto}
h2{font-size:19px;margin:32px 0 8px}table{width:100%;border-collapse:collapse}
td,th{padding:8px 12px 8px 0;border-bottom:1px solid color-mix(in srgb,currentcolor 20%,transparent);text-align:left;vertical-align:top}
td:first-child,th:first-child{min-width:56px}
th[scope=row]{font-weight:400}tr:target{background:color-mix(in srgb,gold 30%,transparent)}`
