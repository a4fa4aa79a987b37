import { type Html, html } from './html.ts'

const MAX_SHOWN = 200

export type Row = { id: number; title: string; lines: readonly string[]; received_at: string }
export type MessageListView = {
  /** The page's path, with its slash. */
  path: string
  heading: string
  /** A hint for first-time users. */
  hint?: string
  emptyText: string
  /** Filters by recipient; empty for all. */
  to: string
  toLabel: string
  rows: readonly Row[]
  openId?: number
  opened: Html
}

/** Loads new messages and keeps the reader's place: replaces only the list, and not while it has focus. */
export const LIST_SCRIPT = `
const list = document.getElementById('list')
setInterval(async () => {
  if (document.hidden || list.contains(document.activeElement)) return
  const answer = await fetch(location.href, { headers: { accept: 'text/html' } }).catch(() => undefined)
  if (!answer?.ok) return
  const next = new DOMParser().parseFromString(await answer.text(), 'text/html').getElementById('list')
  if (next && next.innerHTML !== list.innerHTML) list.innerHTML = next.innerHTML
}, 3000)
`

function clock(iso: string): string {
  return `${iso.slice(0, 10)} ${iso.slice(11, 19)} UTC`
}

function row({ path, to, openId }: MessageListView, { id, title, lines, received_at }: Row): Html {
  const query = new URLSearchParams({ ...(to !== '' && { to }), id: String(id) })
  return html`<li><a href="${path}?${query.toString()}"${id === openId && html` aria-current="true"`}><b>${title}</b>${lines.map(
    (line) => html`<span>${line}</span>`,
  )}<span><time datetime="${received_at}">${clock(received_at)}</time></span></a></li>`
}

/** A list of messages with the selected one next to it. */
export function messageListPage(view: MessageListView): Html {
  const { rows, heading, to, toLabel, path, emptyText, openId } = view
  const allMessages = to === '' ? path : `${path}?${new URLSearchParams({ to }).toString()}`
  return html`<div class="stack-l">
<div class="stack"><h1>${heading}</h1>${view.hint !== undefined && html`<p class="muted">${view.hint}</p>`}</div>
<form class="find" method="get" action="${path}" role="search">
<div class="field"><label for="to">${toLabel}</label><input type="text" id="to" name="to" value="${to}" autocomplete="off"></div>
<button class="button plain compact">Show</button>${to !== '' && html`<a class="button plain compact" href="${path}">Show all</a>`}
</form>
<div class="inbox ${openId !== undefined && 'reading'}">
<section class="panel list" id="list" aria-label="Messages" tabindex="-1">${
    rows.length === 0
      ? html`<p class="empty muted">${emptyText}</p>`
      : html`<ul>${rows.slice(0, MAX_SHOWN).map((one) => row(view, one))}</ul>`
  }</section>
<section class="panel letter stack" aria-label="Message">${
    openId !== undefined && html`<a class="back" href="${allMessages}">All messages</a>`
  }${view.opened}</section>
</div></div>`
}
