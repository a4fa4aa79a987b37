import { type BrandColors, brandRoles } from '@laurel/domain/brand-roles'
import { contrast, isHexColor } from '@laurel/domain/color'
import { CircleCheck } from 'lucide-react'
import { fieldErrors } from '../../../app/api-problem.ts'
import { Button } from '../../../parts/Button.tsx'
import { Switch } from '../../../parts/Checkbox.tsx'
import { CardCanvas } from '../../../parts/card/CardCanvas.tsx'
import { Form } from '../../../parts/Form.tsx'
import { Icon } from '../../../parts/Icon.tsx'
import { TextArea, TextField } from '../../../parts/TextField.tsx'
import { PictureField } from '../catalog/EntryField.tsx'
import { SaveBar, type SiteDraft, useSiteDraft } from './SaveBar.tsx'
import type { OfficeSite } from './site.queries.ts'

const COLORS = [
  { path: 'sitePrimaryColor', label: 'Primary', hint: 'Buttons, links, the card.' },
  { path: 'siteSecondaryColor', label: 'Secondary', hint: 'The second light on cards, charts.' },
  { path: 'siteTertiaryColor', label: 'Tertiary', hint: 'Text, lines, the dark of the page.' },
] as const
const LOGOS = [
  { path: 'siteLogo', label: 'Logo', onDark: false },
  { path: 'negativeLogo', label: 'Logo on dark', onDark: true },
  { path: 'isoLogo', label: 'Small logo', onDark: false },
  { path: 'favicon', label: 'Icon of the tab', onDark: false },
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
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_minmax(0,440px)] gap-x-14 gap-y-8 mid:grid-cols-1">
      <Form
        onSubmit={() => draft.save.mutate()}
        problem={draft.save.error}
        className="grid max-w-[640px] content-start gap-8 mid:order-2"
      >
        <fieldset className="grid gap-4">
          <legend className="mb-3 font-semibold">Colors</legend>
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
        <fieldset className="grid gap-5">
          <legend className="mb-3 font-semibold">Logos</legend>
          {LOGOS.map(({ path, label, onDark }) => (
            <PictureField
              key={path}
              label={label}
              value={String(draft.at(path))}
              onChange={(address) => draft.change(path, address)}
              error={fieldErrors(draft.save.error)[path]}
              onDark={onDark}
            />
          ))}
        </fieldset>
        <CardLogoFields site={site} draft={draft} />
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

type CardLogo = OfficeSite['cardMark']
type ColorPath = 'sitePrimaryColor' | 'siteSecondaryColor' | 'siteTertiaryColor'
type Shape = CardLogo['paths'][number]

const MOST_SHAPES = 24

/** The logo, word, and network on every card without a customer's logo. */
function CardLogoFields({ site, draft }: { site: OfficeSite; draft: SiteDraft }) {
  const logo = draft.at('cardMark') as CardLogo
  const change = (changed: Partial<CardLogo>) => draft.change('cardMark', { ...logo, ...changed })
  const changeShape = (at: number, changed: Partial<Shape>) =>
    change({ paths: logo.paths.map((shape, index) => (index === at ? { ...shape, ...changed } : shape)) })
  const color = (path: ColorPath) => {
    const drafted = String(draft.at(path))
    // Keeps the saved color until a complete one is typed.
    return isHexColor(drafted) ? drafted : site[path]
  }
  const brand = {
    sitePrimaryColor: color('sitePrimaryColor'),
    siteSecondaryColor: color('siteSecondaryColor'),
    siteTertiaryColor: color('siteTertiaryColor'),
    cardMark: logo,
    networkName: String(draft.at('networkName')),
  }
  const errors = fieldErrors(draft.save.error)
  return (
    <fieldset className="grid gap-5">
      <legend className="mb-3 font-semibold">On cards</legend>
      <div className="max-w-[320px]">
        <CardCanvas
          key={JSON.stringify(logo)}
          label={`A card with the logo and ${logo.word || 'no word'}`}
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
      <TextField
        label="Word next to the logo"
        name="cardMark.word"
        value={logo.word}
        onChange={(word) => change({ word })}
        maxLength={30}
        autoComplete="off"
      />
      <Switch isSelected={logo.serif} onChange={(serif) => change({ serif })}>
        The word in serif letters
      </Switch>
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
      {logo.paths.map((shape, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: shapes have no IDs and stay in place
        <div key={index} className="grid gap-2 border-line border-s-2 ps-4">
          <TextArea
            label={`Shape ${index + 1} of the logo`}
            name={`cardMark.paths.${index}.d`}
            hint={index === 0 ? 'The d of an SVG path, drawn for 32 by 32.' : undefined}
            value={shape.d}
            onChange={(d) => changeShape(index, { d })}
            rows={2}
            error={errors[`cardMark.paths.${index}.d`]}
          />
          <div className="flex flex-wrap items-center justify-between gap-3">
            <Switch isSelected={shape.second} onChange={(second) => changeShape(index, { second })}>
              In the second color
            </Switch>
            <Button
              size="compact"
              aria-label={`Remove shape ${index + 1}`}
              onClick={() => change({ paths: logo.paths.filter((_, at) => at !== index) })}
            >
              Remove
            </Button>
          </div>
        </div>
      ))}
      {logo.paths.length < MOST_SHAPES && (
        <div>
          <Button size="compact" onClick={() => change({ paths: [...logo.paths, { d: '', second: false }] })}>
            Add shape
          </Button>
        </div>
      )}
    </fieldset>
  )
}

/** Previews a page in three colors, and how readable it is. */
function BrandPreview({ colors, name }: { colors: BrandColors; name: string }) {
  const isWhole = Object.values(colors).every(isHexColor)
  if (!isWhole)
    return <p className="text-muted">Each color is written like #0B6B4F. Then the page shows here.</p>
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
            A field
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
    { what: 'Quiet text', text: roles.muted, ground: roles.canvas, least: 4.5 },
    { what: 'Edges of fields', text: roles['line-strong'], ground: '#ffffff', least: 3 },
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
                <Icon of={CircleCheck} size={18} label={ratio >= least ? 'Enough:' : 'Too little:'} />
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
      : [`Links take ${roles['accent-text']}: the primary alone has ${onWhite} to 1 on white.`]),
    ...(same(roles['on-action'], '#ffffff')
      ? []
      : ['Text on buttons is dark: white could not be read there.']),
    ...(same(roles.ink, colors.tertiary)
      ? []
      : [`Text takes ${roles.ink}: the tertiary alone is too light.`]),
  ]
}
