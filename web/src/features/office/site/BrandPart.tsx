import { isHexColor } from '@laurel/domain/color'
import { fieldErrors } from '../../../app/api-problem.ts'
import { Form } from '../../../parts/Form.tsx'
import { TextField } from '../../../parts/TextField.tsx'
import { PictureField } from '../admin/PictureField.tsx'
import { BrandPreview } from './BrandPreview.tsx'
import { CardMarkFields } from './CardMarkFields.tsx'
import { SaveBar } from './SaveBar.tsx'
import type { OfficeSite } from './site.queries.ts'
import { useSiteDraft } from './use-site-draft.ts'

const COLORS = [
  { path: 'sitePrimaryColor', label: 'Primary', hint: 'Buttons, links, the card.' },
  { path: 'siteSecondaryColor', label: 'Secondary', hint: 'The second light on cards, charts.' },
  { path: 'siteTertiaryColor', label: 'Tertiary', hint: 'Text, lines, the dark of the page.' },
] as const
const LOGOS = [
  { path: 'siteLogo', label: 'Logo', onDark: false },
  { path: 'negativeLogo', label: 'Logo on dark', onDark: true },
  { path: 'isoLogo', label: 'Mark', onDark: false },
  { path: 'favicon', label: 'Icon of the tab', onDark: false },
] as const

/** How the shop looks, seen while it is chosen. */
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
        <CardMarkFields site={site} draft={draft} />
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
