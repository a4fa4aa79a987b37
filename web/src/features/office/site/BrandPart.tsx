import { type BrandColors, brandRoles } from '@laurel/domain/brand-roles'
import { contrast, isHexColor } from '@laurel/domain/color'
import { CircleCheck } from 'lucide-react'
import { Switch } from '../../../parts/Checkbox.tsx'
import { CardCanvas } from '../../../parts/card/CardCanvas.tsx'
import { Form } from '../../../parts/Form.tsx'
import { Icon } from '../../../parts/Icon.tsx'
import { TextField } from '../../../parts/TextField.tsx'
import { ColorProposal } from './ColorProposal.tsx'
import { cardMarkOf, LogoFields, type LogoUploads, useLogoUploads } from './LogoFields.tsx'
import { SaveBar, type SiteDraft, useSiteDraft } from './SaveBar.tsx'
import type { OfficeSite } from './site.queries.ts'

const COLORS = [
  { path: 'sitePrimaryColor', label: 'Primary', hint: 'Buttons, links, and cards.' },
  { path: 'siteSecondaryColor', label: 'Secondary', hint: 'Accents on cards and in charts.' },
  { path: 'siteTertiaryColor', label: 'Tertiary', hint: 'Text, lines, and dark backgrounds.' },
] as const
/** The shop's logos and colors, with a live preview. */
export function BrandPart({ site }: { site: OfficeSite }) {
  const draft = useSiteDraft(site)
  const color = (path: string) => String(draft.at(path))
  const colors = {
    primary: color('sitePrimaryColor'),
    secondary: color('siteSecondaryColor'),
    tertiary: color('siteTertiaryColor'),
  }
  const uploads = useLogoUploads(draft)
  const logoColors = uploads.of('siteLogo')?.colors ?? (draft.at('siteLogo') ? site.logoColors : [])
  const takeColors = ({ primary, secondary, tertiary }: BrandColors) => {
    draft.change('sitePrimaryColor', primary.toUpperCase())
    draft.change('siteSecondaryColor', secondary.toUpperCase())
    draft.change('siteTertiaryColor', tertiary.toUpperCase())
  }
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_minmax(0,440px)] gap-x-14 gap-y-8 mid:grid-cols-1">
      <Form
        onSubmit={() => draft.save.mutate()}
        problem={draft.save.error}
        className="grid max-w-[640px] content-start gap-8 mid:order-2"
      >
        <LogoFields site={site} draft={draft} uploads={uploads} />
        <fieldset className="grid gap-4">
          <legend className="mb-3 font-semibold">Colors</legend>
          <ColorProposal colors={logoColors} now={colors} onTake={takeColors} />
          {COLORS.map(({ path, label, hint }) => (
            <TextField
              key={path}
              label={label}
              name={path}
              hint={hint}
              value={color(path)}
              onChange={(value) => draft.change(path, value.trim())}
              maxLength={7}
              autoComplete="off"
              before={
                <input
                  type="color"
                  aria-label={`Pick ${label.toLowerCase()}`}
                  value={isHexColor(color(path)) ? color(path).toLowerCase() : '#000000'}
                  onChange={({ target }) => draft.change(path, target.value.toUpperCase())}
                  className="-ms-1.5 me-2.5 size-8 shrink-0 cursor-pointer rounded-small"
                />
              }
            />
          ))}
        </fieldset>
        <CardLogoFields site={site} draft={draft} uploads={uploads} />
        <SaveBar draft={draft} />
      </Form>
      <div className="mid:order-1">
        <div className="sticky top-6 mid:static">
          <BrandPreview colors={colors} name={site.name} />
        </div>
      </div>
    </div>
  )
}

type ColorPath = 'sitePrimaryColor' | 'siteSecondaryColor' | 'siteTertiaryColor'
type CardLogoFieldsProps = { site: OfficeSite; draft: SiteDraft; uploads: LogoUploads }

/** The logo, word, and network on every card without a customer's logo. */
function CardLogoFields({ site, draft, uploads }: CardLogoFieldsProps) {
  const { word, serif } = draft.at('cardMark') as Pick<OfficeSite['cardMark'], 'word' | 'serif'>
  const hasName = draft.at('logoHasName') === true
  const change = (changed: { word?: string; serif?: boolean }) =>
    draft.change('cardMark', { word, serif, ...changed })
  const color = (path: ColorPath) => {
    const drafted = String(draft.at(path))
    // Keeps the saved color until a complete one is typed.
    return isHexColor(drafted) ? drafted : site[path]
  }
  const cardMark = cardMarkOf(site, draft, uploads)
  const brand = {
    sitePrimaryColor: color('sitePrimaryColor'),
    siteSecondaryColor: color('siteSecondaryColor'),
    siteTertiaryColor: color('siteTertiaryColor'),
    cardMark,
    networkName: String(draft.at('networkName')),
  }
  return (
    <fieldset className="grid gap-5">
      <legend className="mb-3 font-semibold">On cards</legend>
      <div className="max-w-[320px]">
        <CardCanvas
          key={JSON.stringify(cardMark)}
          label={`A card with the logo and ${cardMark.word || 'no text'}`}
          look={{
            brand,
            art: 'laurel',
            tone: 'deep',
            gradient: 'soft',
            line1: 'Thank you',
            line2: '',
            rewardType: 'bulk',
          }}
        />
      </div>
      {!(hasName && cardMark.picture) && (
        <>
          <TextField
            label="Name on cards"
            name="cardMark.word"
            value={word}
            onChange={(next) => change({ word: next })}
            maxLength={30}
            autoComplete="off"
          />
          <Switch isSelected={serif} onChange={(next) => change({ serif: next })}>
            Serif letters
          </Switch>
        </>
      )}
      <TextField
        label="Network"
        name="networkName"
        hint="Shown on sample cards. In the shop, each card shows its reward’s network."
        value={String(draft.at('networkName'))}
        onChange={(value) => draft.change('networkName', value)}
        maxLength={30}
        autoComplete="off"
        isRequired
      />
    </fieldset>
  )
}

/** Previews a page in three colors, and how readable it is. */
function BrandPreview({ colors, name }: { colors: BrandColors; name: string }) {
  const isWhole = Object.values(colors).every(isHexColor)
  if (!isWhole) return <p className="text-muted">Enter each color like #0B6B4F to see a preview.</p>
  const roles = brandRoles(colors)
  return (
    <section aria-labelledby="preview">
      <h3 id="preview" className="mb-3 text-body">
        Preview
      </h3>
      <div
        aria-hidden="true"
        className="overflow-hidden rounded-panel border"
        style={{ borderColor: roles.line, background: '#ffffff', color: roles.ink }}
      >
        <div className="px-5 py-3 font-semibold" style={{ background: roles.band, color: roles['on-band'] }}>
          {name}
        </div>
        <div className="grid gap-3 p-5">
          <span className="text-h3">A thank-you they can hold.</span>
          <span style={{ color: roles.muted }}>Design it here, we print and send it.</span>
          <span className="flex flex-wrap items-center gap-4">
            <span
              className="rounded-control px-4 py-2.5 font-semibold"
              style={{
                background: roles.action,
                color: roles['on-action'],
                boxShadow: `inset 0 0 0 1px ${roles['action-edge']}`,
              }}
            >
              Design a card
            </span>
            <span className="underline" style={{ color: roles['accent-text'] }}>
              How it works
            </span>
          </span>
          <span
            className="rounded-control px-3 py-2"
            style={{ background: roles.canvas, boxShadow: `inset 0 0 0 1px ${roles['line-strong']}` }}
          >
            Sample field
          </span>
        </div>
      </div>
      <Readability colors={colors} />
    </section>
  )
}

function Readability({ colors }: { colors: BrandColors }) {
  const roles = brandRoles(colors)
  const checks = [
    { what: 'Text on a button', text: roles['on-action'], ground: roles.action, least: 4.5 },
    { what: 'Links', text: roles['accent-text'], ground: roles.canvas, least: 4.5 },
    { what: 'Text', text: roles.ink, ground: roles.canvas, least: 4.5 },
    { what: 'Muted text', text: roles.muted, ground: roles.canvas, least: 4.5 },
    { what: 'Field borders', text: roles['line-strong'], ground: '#ffffff', least: 3 },
  ]
  return (
    <>
      <h3 className="mt-6 mb-2 text-body">Contrast</h3>
      <ul className="border-line border-t">
        {checks.map(({ what, text, ground, least }) => {
          const ratio = contrast(text, ground)
          return (
            <li key={what} className="flex items-center justify-between gap-3 border-line border-b py-2.5">
              <span>{what}</span>
              <span className={`flex items-center gap-1.5 ${ratio >= least ? 'text-good' : 'text-bad'}`}>
                <Icon of={CircleCheck} size={18} label={ratio >= least ? 'Passes:' : 'Too low:'} />
                {ratio.toFixed(1)} to 1
              </span>
            </li>
          )
        })}
      </ul>
      <ul className="mt-3 grid gap-1 text-muted text-small">
        {fallbacks(colors).map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
    </>
  )
}

/** Which colors are unreadable, and what replaces them. */
function fallbacks(colors: BrandColors): string[] {
  const roles = brandRoles(colors)
  const same = (a: string, b: string) => a.toLowerCase() === b.toLowerCase()
  const onWhite = contrast(colors.primary, '#ffffff').toFixed(1)
  return [
    ...(same(roles['accent-text'], colors.primary)
      ? []
      : [
          `Links use ${roles['accent-text']} because the primary color’s contrast on white is only ${onWhite} to 1.`,
        ]),
    ...(same(roles['on-action'], '#ffffff')
      ? []
      : ['Text on buttons is dark because white would be hard to read.']),
    ...(same(roles.ink, colors.tertiary)
      ? []
      : [`Text uses ${roles.ink} because the tertiary color is too light.`]),
  ]
}
