import { api } from '@laurel/contract/routes'
import {
  CARD_MAIL_SUBJECT_MAX,
  cardMailSubject,
  cardMailSubjectProblem,
} from '@laurel/domain/card-mail-subject'
import {
  MAIL_KINDS,
  MAIL_TEXT_MAX,
  MAIL_TEXT_PARTS,
  MAIL_TEXT_WORDS,
  MAILS,
  type MailKind,
  type MailTextPart,
  type MailTexts,
  mailTextProblem,
  partsOf,
} from '@laurel/domain/mail-texts'
import { mergeMailText } from '@laurel/domain/merge-mail-text'
import { useState } from 'react'
import { fieldErrors, formError } from '../../../app/api-problem.ts'
import { call } from '../../../app/call.ts'
import { showToast } from '../../../app/toast-store.ts'
import { Button, buttonClass } from '../../../parts/Button.tsx'
import { CardCanvas, type CardLook } from '../../../parts/card/CardCanvas.tsx'
import { Form } from '../../../parts/Form.tsx'
import { Note } from '../../../parts/Note.tsx'
import { Select } from '../../../parts/Select.tsx'
import { Chip, Chips } from '../../../parts/Tag.tsx'
import { TextArea, TextField } from '../../../parts/TextField.tsx'
import { useSave } from '../office-mutations.ts'
import { SaveBar, type SiteDraft, useSiteDraft } from './SaveBar.tsx'
import type { OfficeSite } from './site.queries.ts'

/** The site's own texts of emails. */
export function MailTextsPart({ site }: { site: OfficeSite }) {
  const draft = useSiteDraft(site)
  const [kind, setKind] = useState<MailKind>('card')
  const texts = textsIn(draft, kind)
  const { title, sent, fields } = MAILS[kind]
  const answered = fieldErrors(draft.save.error)
  const problemOf = (part: MailTextPart) => problemIn(kind, part, texts[part]) ?? answered[pathOf(kind, part)]
  const hasProblem = MAIL_TEXT_PARTS.some((part) => problemIn(kind, part, texts[part]) !== undefined)
  const change = (part: MailTextPart, text: string) =>
    changeText(draft, kind, { ...texts, [part]: text }, part)
  return (
    <Form
      onSubmit={() => draft.save.mutate()}
      problem={draft.save.error}
      className="grid max-w-[1080px] grid-cols-[minmax(0,1fr)_minmax(0,460px)] items-start gap-x-10 gap-y-6 max-[1100px]:grid-cols-1"
    >
      <div className="grid gap-5">
        <Select
          label="Email"
          hint={sent}
          options={MAIL_KINDS.map((one) => ({ value: one, label: MAILS[one].title }))}
          value={kind}
          onChange={(next) => next && setKind(next)}
        />
        {MAIL_TEXT_PARTS.map((part) => {
          const field = {
            label: MAIL_TEXT_WORDS[part],
            name: pathOf(kind, part),
            value: texts[part],
            onChange: (text: string) => change(part, text),
            maxLength: part === 'subject' ? CARD_MAIL_SUBJECT_MAX : MAIL_TEXT_MAX[part],
            error: problemOf(part),
          }
          return part === 'text' ? (
            <TextArea key={part} {...field} rows={6} />
          ) : (
            <TextField key={part} {...field} autoComplete="off" />
          )
        })}
        <section aria-labelledby="merge-fields">
          <h3 id="merge-fields" className="text-label">
            Merge fields
          </h3>
          <dl className="mt-2 grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1 text-small">
            {Object.entries(fields).map(([name, example]) => (
              <div key={name} className="contents">
                <dt className="whitespace-nowrap">{`{${name}}`}</dt>
                <dd className="text-muted wrap-anywhere">{example}</dd>
              </div>
            ))}
          </dl>
        </section>
        <Actions draft={draft} kind={kind} texts={texts} hasProblem={hasProblem} />
      </div>
      <Preview key={kind} title={title} site={site} kind={kind} texts={texts} />
      <div className="col-span-full">
        <SaveBar draft={draft} />
      </div>
    </Form>
  )
}

type ActionsProps = { draft: SiteDraft; kind: MailKind; texts: MailTexts; hasProblem: boolean }

function Actions({ draft, kind, texts, hasProblem }: ActionsProps) {
  const test = useSave({
    save: () => call(api.sendMailTextTest, { body: { kind, texts } }),
    onDone: ({ email }) => showToast({ title: `Test sent to ${email}` }),
  })
  return (
    <div className="grid gap-3">
      <div className="flex flex-wrap gap-3">
        <Button
          size="compact"
          isPending={test.isPending}
          isDisabled={hasProblem}
          onClick={() => test.mutate()}
        >
          Send me a test
        </Button>
        <Button
          size="compact"
          look="plain"
          isDisabled={isOriginal(kind, texts)}
          onClick={() => {
            changeText(draft, kind, MAILS[kind].original, 'subject')
            changeText(draft, kind, MAILS[kind].original, 'heading')
          }}
        >
          Reset to original
        </Button>
      </div>
      {test.error && <Note tone="bad">{formError(test.error)}</Note>}
    </div>
  )
}

/** The texts of a mail: the site's own, or the original ones. */
function textsIn(draft: SiteDraft, kind: MailKind): MailTexts {
  const own = draft.at(`mailTexts.${kind}`) as Partial<MailTexts> | null
  const subject = kind === 'card' && { subject: String(draft.at('cardMailSubject')) }
  return { ...MAILS[kind].original, ...own, ...subject }
}

/** The card's subject is a setting of its own. Original texts aren't kept. */
function changeText(draft: SiteDraft, kind: MailKind, texts: MailTexts, part: MailTextPart) {
  if (kind === 'card' && part === 'subject') return draft.change('cardMailSubject', texts.subject)
  const parts = partsOf(kind)
  const isOwn = parts.some((one) => texts[one] !== MAILS[kind].original[one])
  const own = Object.fromEntries(parts.map((one) => [one, texts[one]]))
  draft.change(`mailTexts.${kind}`, isOwn ? own : null)
}

function isOriginal(kind: MailKind, texts: MailTexts): boolean {
  return MAIL_TEXT_PARTS.every((part) => texts[part] === MAILS[kind].original[part])
}

function pathOf(kind: MailKind, part: MailTextPart): string {
  return kind === 'card' && part === 'subject' ? 'cardMailSubject' : `mailTexts.${kind}.${part}`
}

function problemIn(kind: MailKind, part: MailTextPart, text: string): string | undefined {
  const isCardSubject = kind === 'card' && part === 'subject'
  if (isCardSubject && text.trim() !== '') return cardMailSubjectProblem(text)
  return mailTextProblem(kind, part, text)
}

const MAYA = { firstName: 'Maya', lastName: 'Okafor', amountCents: 5_000 }
const CARD: CardLook = {
  ...{ art: 'laurel', tone: 'deep', gradient: 'soft', line1: 'Thank you', line2: '' },
  rewardType: 'digital',
}
const THEMES = [
  { value: 'light', label: 'Light', ground: 'scheme-light bg-sunken', panel: 'bg-surface' },
  { value: 'dark', label: 'Dark', ground: 'scheme-dark bg-surface', panel: 'bg-sunken' },
] as const

type PreviewProps = { title: string; site: OfficeSite; kind: MailKind; texts: MailTexts }

/** The mail with example data, updated while typing. */
function Preview({ title, site, kind, texts }: PreviewProps) {
  const [theme, setTheme] = useState<(typeof THEMES)[number]>(THEMES[0])
  const merged = (part: MailTextPart) => mergeMailText(texts[part], MAILS[kind].fields)
  const subject = kind === 'card' ? cardMailSubject(texts.subject, MAYA) : merged('subject')
  const text = merged('text')
  const paragraph = text !== '' && <p className="whitespace-pre-line text-muted wrap-anywhere">{text}</p>
  return (
    <section aria-label={`Preview of ${title}`} className="sticky top-6 grid gap-3 max-[1100px]:static">
      <Chips label="Preview in">
        {THEMES.map((one) => (
          <Chip key={one.value} isSelected={one === theme} onPress={() => setTheme(one)}>
            {one.label}
          </Chip>
        ))}
      </Chips>
      <article className={`rounded-toast text-ink shadow-lift-1 ${theme.ground}`}>
        <header className="grid gap-0.5 border-line border-b px-6 py-4">
          <b className="font-semibold wrap-anywhere">{subject}</b>
          <span className="text-muted text-small">{site.name}</span>
        </header>
        <div
          className={`m-3 grid justify-items-start gap-5 rounded-toast border border-line px-6 py-7 ${theme.panel}`}
        >
          <p className="font-semibold">{site.name}</p>
          <p className="text-h2 wrap-anywhere">{merged('heading')}</p>
          {kind !== 'card' && paragraph}
          <CardCanvas label="An example card" look={CARD} className="w-full" />
          <span className={buttonClass('primary', 'big')}>{merged('button')}</span>
          {kind === 'card' && paragraph}
        </div>
        <footer className="px-6 pb-5 text-muted text-small wrap-anywhere">
          {[site.name, site.postalAddress].filter(Boolean).join(', ')}
        </footer>
      </article>
    </section>
  )
}
