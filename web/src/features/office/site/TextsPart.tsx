import { Form } from '../../../parts/Form.tsx'
import { TextArea } from '../../../parts/TextArea.tsx'
import { TextField } from '../../../parts/TextField.tsx'
import { SaveBar } from './SaveBar.tsx'
import type { OfficeSite } from './site.queries.ts'
import { useSiteDraft } from './use-site-draft.ts'

type LegalText = OfficeSite['legalTexts'][number]
const KINDS = [
  { kind: 'terms', label: 'Terms of use' },
  { kind: 'privacy', label: 'Privacy' },
  { kind: 'cardholder', label: 'Cardholder agreement' },
] as const

/** The texts customers agree to. */
export function TextsPart({ site }: { site: OfficeSite }) {
  const draft = useSiteDraft(site)
  const texts = draft.at('legalTexts') as LegalText[]
  const change = (kind: LegalText['kind'], changed: Partial<LegalText>) => {
    const before = texts.find((one) => one.kind === kind) ?? { kind, title: '', text: '' }
    const next = { ...before, ...changed }
    const others = texts.filter((one) => one.kind !== kind)
    const isGone = next.title.trim() === '' && next.text.trim() === ''
    draft.change('legalTexts', isGone ? others : inOrder([...others, next]))
  }
  return (
    <Form
      onSubmit={() => draft.save.mutate()}
      problem={draft.save.error}
      className="grid max-w-[760px] gap-8"
    >
      {KINDS.map(({ kind, label }) => {
        const at = texts.findIndex((one) => one.kind === kind)
        return (
          <fieldset key={kind} className="grid gap-4">
            <legend className="mb-3 font-semibold">{label}</legend>
            <TextField
              label="Title"
              name={`legalTexts.${at}.title`}
              value={texts[at]?.title ?? ''}
              onChange={(title) => change(kind, { title })}
              maxLength={120}
            />
            <TextArea
              label="Text"
              name={`legalTexts.${at}.text`}
              value={texts[at]?.text ?? ''}
              onChange={(text) => change(kind, { text })}
              rows={10}
              maxLength={60_000}
            />
          </fieldset>
        )
      })}
      <SaveBar draft={draft} />
    </Form>
  )
}

function inOrder(texts: LegalText[]): LegalText[] {
  return KINDS.flatMap(({ kind }) => texts.filter((one) => one.kind === kind))
}
