import { type HostedPageMethod, isHostedPage, WAYS_TO_PAY } from '@laurel/domain/payment-method'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { Button, LinkButton } from '../../../parts/Button.tsx'
import { Form } from '../../../parts/Form.tsx'
import { languageOptions } from '../../../parts/LanguageField.tsx'
import { Note } from '../../../parts/Note.tsx'
import { NumberField } from '../../../parts/NumberField.tsx'
import { Select } from '../../../parts/Select.tsx'
import { Chip, Chips, Tag } from '../../../parts/Tag.tsx'
import { TextArea, TextField } from '../../../parts/TextField.tsx'
import { EntryField } from '../catalog/EntryField.tsx'
import type { FieldSpec } from '../catalog/form-fields.ts'
import { Loaded, Panel, ScreenHead } from '../ListParts.tsx'
import { SITE_PARTS, type SitePart, type SiteSearch } from '../screen-searches.ts'
import { AccountsPart } from './AccountsPart.tsx'
import { BrandPart } from './BrandPart.tsx'
import { CarriersPart } from './CarriersPart.tsx'
import { GuidePart } from './GuidePart.tsx'
import { MailTextsPart } from './MailTextsPart.tsx'
import { ProviderDialog } from './ProviderDialog.tsx'
import { GENERAL, LIMIT_FIELDS, RETENTION } from './part-fields.ts'
import { SaveBar, useSiteDraft } from './SaveBar.tsx'
import { SenderPart } from './SenderPart.tsx'
import { type OfficeSite, type SitePaymentProvider, siteSettingsQueries } from './site.queries.ts'

/** The site's settings. */
export function SiteScreen({ search: { part = 'general' } }: { search: SiteSearch }) {
  const navigate = useNavigate()
  const read = useQuery(siteSettingsQueries.whole())
  return (
    <>
      <ScreenHead title="Site" text="Changes take effect immediately and are recorded in the audit log.">
        <LinkButton to="/office/go-live">Go-live checklist</LinkButton>
      </ScreenHead>
      <Chips label="Part">
        {SITE_PARTS.map(({ value, label }) => (
          <Chip
            key={value}
            isSelected={value === part}
            onPress={() =>
              void navigate({
                to: '/office/site',
                search: value === 'general' ? {} : { part: value },
                resetScroll: false,
              })
            }
          >
            {label}
          </Chip>
        ))}
      </Chips>
      <Panel
        title={SITE_PARTS.find(({ value }) => value === part)?.label}
        head="mb-4 text-h3"
        className="mt-7"
      >
        <Loaded label="Settings" read={read}>
          {(site) => <Part key={part} part={part} site={site} />}
        </Loaded>
      </Panel>
    </>
  )
}

function Part({ part, site }: { part: SitePart; site: OfficeSite }) {
  switch (part) {
    case 'general':
      return <SitePartForm site={site} fields={GENERAL} />
    case 'limits':
      return <SitePartForm site={site} fields={LIMIT_FIELDS} />
    case 'brand':
      return <BrandPart site={site} />
    case 'texts':
      return <TextsPart site={site} />
    case 'cards':
      return <CardLinkPart site={site} />
    case 'emails':
      return <MailTextsPart site={site} />
    case 'accounts':
      return <AccountsPart site={site} />
    case 'payments':
      return <PaymentsPart site={site} />
    case 'carriers':
      return <CarriersPart />
    case 'retention':
      return <SitePartForm site={site} fields={RETENTION} />
    case 'guide':
      return <GuidePart site={site} />
    case 'sender':
      return <SenderPart site={site} />
  }
}

type SitePartFormProps = {
  site: OfficeSite
  fields: readonly { title: string; fields: readonly FieldSpec[] }[]
}

/** Settings that need only plain fields, in groups. */
function SitePartForm({ site, fields }: SitePartFormProps) {
  const draft = useSiteDraft(site)
  return (
    <Form
      onSubmit={() => draft.save.mutate()}
      problem={draft.save.error}
      className="grid max-w-[640px] gap-8"
    >
      {fields.map(({ title, fields: group }) => (
        <fieldset key={title} className="grid gap-4">
          <legend className="mb-3 font-semibold">{title}</legend>
          {group.map((field) => (
            <EntryField
              key={field.path}
              field={field}
              value={draft.at(field.path)}
              onChange={(value) => draft.change(field.path, value)}
              problem={draft.save.error}
            />
          ))}
        </fieldset>
      ))}
      <SaveBar draft={draft} />
    </Form>
  )
}

const HOSTED: Readonly<Record<HostedPageMethod, string>> = {
  elavon_cc: 'Card, by Converge',
  elavon_ach: 'Bank account (ACH), by Converge',
}

/** Payment methods, in the order that customers see. */
function PaymentsPart({ site }: { site: OfficeSite }) {
  const [open, setOpen] = useState<SitePaymentProvider>()
  return (
    <>
      {site.paymentProviders.some(({ isConnected }) => !isConnected) && (
        <Note tone="warn" className="mb-6 max-w-[760px]">
          Cards and bank accounts aren’t offered yet: this server isn’t connected to Converge. Ask your
          operator to set PAYMENT_TOKEN_URL, PAYMENT_PAGE_URL, and PAYMENT_XML_URL.
        </Note>
      )}
      <ul className="max-w-[760px] border-line border-t">
        {site.paymentProviders.map((provider) => (
          <li
            key={provider.id}
            className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-5 gap-y-2 border-line border-b py-4"
          >
            <div className="min-w-0">
              <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
                <b className="font-semibold">{provider.title}</b>
                <State provider={provider} />
              </p>
              <p className="text-muted text-small">{providerDetail(provider)}</p>
            </div>
            <Button size="compact" aria-label={`Edit ${provider.title}`} onClick={() => setOpen(provider)}>
              Edit
            </Button>
          </li>
        ))}
      </ul>
      {open && <ProviderDialog provider={open} onClose={() => setOpen(undefined)} />}
    </>
  )
}

/** How it's paid, unless the title says so. */
export function providerDetail({
  methodCode,
  title,
  merchantId,
}: Pick<SitePaymentProvider, 'methodCode' | 'title' | 'merchantId'>): string {
  const how = isHostedPage(methodCode) ? HOSTED[methodCode] : WAYS_TO_PAY[methodCode].name
  return [how === title ? '' : how, merchantId && `merchant ${merchantId}`].filter(Boolean).join(', ')
}

function State({ provider: { enabled, isSetUp, isConnected } }: { provider: SitePaymentProvider }) {
  if (!isConnected) return <Tag tone="warn">Not connected</Tag>
  if (!isSetUp) return <Tag tone="warn">Not set up</Tag>
  return enabled ? <Tag tone="good">Offered</Tag> : <Tag>Switched off</Tag>
}

type LegalText = OfficeSite['legalTexts'][number]
const KINDS = [
  { kind: 'terms', label: 'Terms of use' },
  { kind: 'privacy', label: 'Privacy' },
  { kind: 'cardholder', label: 'Cardholder agreement' },
] as const

/** The legal texts that customers agree to. */
function TextsPart({ site }: { site: OfficeSite }) {
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

/** How long the link to a digital card works. */
function CardLinkPart({ site }: { site: OfficeSite }) {
  const draft = useSiteDraft(site)
  const claimDays = Number(draft.at('claimWithinDays'))
  const remindDays = Number(draft.at('remindBeforeDays'))
  return (
    <Form
      onSubmit={() => draft.save.mutate()}
      problem={draft.save.error}
      className="grid max-w-[640px] gap-8"
    >
      <fieldset className="grid gap-4">
        <legend className="mb-3 font-semibold">Language</legend>
        <Select
          label="Recipients’ language"
          name="language"
          hint="For recipients whose list doesn’t give a language. Your own email texts go only to recipients in this language."
          options={languageOptions()}
          value={String(draft.at('language'))}
          onChange={(language) => draft.change('language', language)}
        />
      </fieldset>
      <fieldset className="grid gap-4">
        <legend className="mb-3 font-semibold">Card link</legend>
        <NumberField
          label="Expires after, in days"
          name="claimWithinDays"
          hint="Applies to new emails. Links already sent keep their expiration date."
          value={claimDays}
          onChange={(value) => draft.change('claimWithinDays', value)}
          minValue={0}
          maxValue={3_650}
        />
        <NumberField
          label="Remind before it expires, in days"
          name="remindBeforeDays"
          hint={
            remindDays === 0
              ? 'At 0, no reminder is sent.'
              : 'Recipients who haven’t viewed their card number get one reminder. At 0, no reminder is sent.'
          }
          value={remindDays}
          onChange={(value) => draft.change('remindBeforeDays', value)}
          minValue={0}
          maxValue={365}
        />
      </fieldset>
      <SaveBar draft={draft} />
    </Form>
  )
}
