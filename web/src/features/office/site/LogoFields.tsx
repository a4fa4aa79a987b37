import { api } from '@laurel/contract/routes'
import { isFaintOnWhite } from '@laurel/domain/logo-colors'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { fieldErrors, formError } from '../../../app/api-problem.ts'
import { type AnswerOf, call } from '../../../app/call.ts'
import { Button } from '../../../parts/Button.tsx'
import { Switch } from '../../../parts/Checkbox.tsx'
import { FileDrop } from '../../../parts/FileDrop.tsx'
import type { SiteDraft } from './SaveBar.tsx'
import type { OfficeSite } from './site.queries.ts'

type UploadedLogo = AnswerOf<'uploadSiteLogo'>
type LogoPath = 'siteLogo' | 'negativeLogo' | 'isoLogo'

const TYPES = ['image/png', 'image/jpeg', 'image/webp', 'image/svg+xml']
const MAX_BYTES = 4 * 1024 * 1024
/** From here on, a logo is probably a wordmark. */
const WIDE = 2
/** The logo of a square icon is too small to read. */
const TOO_WIDE_FOR_ICONS = 1.7

const REMOVED_WORDS: Readonly<Record<UploadedLogo['removed'][number], string>> = {
  animations: 'animations',
  effects: 'effects',
  html: 'web pages',
  links: 'links',
  pictures: 'pictures',
  scripts: 'scripts',
  styles: 'some styles',
  text: 'text',
}

/** The logos uploaded since the last save, by their address: a save or a discard needs no cleanup. */
export function useLogoUploads(draft: SiteDraft) {
  const [known, setKnown] = useState<Readonly<Record<string, UploadedLogo>>>({})
  return {
    of: (path: LogoPath): UploadedLogo | undefined => known[String(draft.at(path))],
    add(path: LogoPath, logo: UploadedLogo) {
      setKnown((before) => ({ ...before, [logo.url]: logo }))
      draft.change(path, logo.url)
      if (path === 'siteLogo') draft.change('logoHasName', logo.width >= logo.height * WIDE)
    },
  }
}
export type LogoUploads = ReturnType<typeof useLogoUploads>

/** The logo on cards as it will be after saving. */
export function cardMarkOf(site: OfficeSite, draft: SiteDraft, uploads: LogoUploads): OfficeSite['cardMark'] {
  const { word, serif } = draft.at('cardMark') as Pick<OfficeSite['cardMark'], 'word' | 'serif'>
  const changed = (['siteLogo', 'negativeLogo'] as const).some((path) => draft.at(path) !== site[path])
  const white = (uploads.of('negativeLogo') ?? uploads.of('siteLogo'))?.white
  const picture =
    changed && !(draft.at('negativeLogo') === site.negativeLogo && site.negativeLogo)
      ? white
      : site.cardMark.picture
  const kept = changed ? { paths: [] } : { paths: site.cardMark.paths }
  const isInLogo = draft.at('logoHasName') === true && picture !== undefined
  return { ...kept, ...(picture && { picture }), word: isInLogo ? '' : word, serif }
}

type LogoFieldsProps = { site: OfficeSite; draft: SiteDraft; uploads: LogoUploads }

/** The logo, and the two that are made from it unless they are uploaded. */
export function LogoFields({ site, draft, uploads }: LogoFieldsProps) {
  const logo = uploads.of('siteLogo')
  const isWide = logo !== undefined && logo.width >= logo.height * TOO_WIDE_FOR_ICONS
  return (
    <fieldset className="grid gap-6">
      <legend className="mb-3 font-semibold">Logos</legend>
      <LogoField
        path="siteLogo"
        label="Logo"
        hint="In the header, emails, and documents."
        draft={draft}
        uploads={uploads}
        notes={
          logo && isFaintOnWhite(logo.colors)
            ? ['This logo is hard to see on white. Upload a darker one here.']
            : []
        }
      />
      {draft.at('siteLogo') !== '' && (
        <Switch
          isSelected={draft.at('logoHasName') === true}
          onChange={(hasName) => draft.change('logoHasName', hasName)}
        >
          The logo includes the name
        </Switch>
      )}
      <LogoField
        path="negativeLogo"
        label="Logo on dark"
        hint="In the footer and the office, and in one color on cards. If blank, we show the logo in white."
        madeFrom={
          logo?.white.url ?? (site.siteLogo === draft.at('siteLogo') ? site.cardMark.picture?.url : undefined)
        }
        draft={draft}
        uploads={uploads}
        isOnDark
      />
      <LogoField
        path="isoLogo"
        label="Icon"
        hint="On browser tabs and phones. If blank, we use the logo."
        madeFrom={logo?.icon.url}
        draft={draft}
        uploads={uploads}
        notes={
          isWide && !draft.at('isoLogo')
            ? ['Your logo is wide, so it’s small as an icon. Upload a square one.']
            : []
        }
      />
    </fieldset>
  )
}

type LogoFieldProps = {
  path: LogoPath
  label: string
  hint: string
  /** Shown while none is uploaded. */
  madeFrom?: string | undefined
  draft: SiteDraft
  uploads: LogoUploads
  notes?: readonly string[]
  isOnDark?: boolean
}

/** Uploads a logo when it is chosen; the site uses it once the form is saved. */
function LogoField({
  path,
  label,
  hint,
  madeFrom,
  draft,
  uploads,
  notes = [],
  isOnDark = false,
}: LogoFieldProps) {
  const [isTooLarge, setTooLarge] = useState(false)
  const upload = useMutation({
    mutationFn: (file: File) => call(api.uploadSiteLogo, { file }),
    onSuccess: (logo) => uploads.add(path, logo),
  })
  const value = String(draft.at(path))
  const shown = value || madeFrom
  const removed = uploads.of(path)?.removed ?? []
  const problem = isTooLarge
    ? 'Choose a file up to 4 MB.'
    : upload.error
      ? (formError(upload.error) ?? 'Choose another file.')
      : fieldErrors(draft.save.error)[path]
  const ground = isOnDark ? 'bg-rail' : 'bg-white'
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would draw a frame and take a legend
    <div role="group" aria-label={label} className="grid gap-1.5">
      <span className="font-medium text-label">{label}</span>
      {shown && (
        <div className="flex flex-wrap items-center gap-4">
          <img
            src={shown}
            alt={value ? `${label} now` : `${label}, made from your logo`}
            className={`h-16 max-w-[260px] rounded-control object-contain p-2 shadow-hairline ${ground}`}
          />
          {value && (
            <Button
              size="compact"
              aria-label={`Remove ${label.toLowerCase()}`}
              onClick={() => draft.change(path, '')}
            >
              Remove
            </Button>
          )}
        </div>
      )}
      <FileDrop
        label={value ? 'Replace file' : 'Upload file'}
        hint={`${hint} PNG, JPEG, WebP, or SVG, up to 4 MB.`}
        accept={TYPES}
        onFile={(file) => {
          // So large a file isn't sent at all.
          setTooLarge(file.size > MAX_BYTES)
          if (file.size <= MAX_BYTES) upload.mutate(file)
        }}
        error={problem}
        isDisabled={upload.isPending}
      />
      <div role="status" className="grid gap-1 text-muted text-small empty:hidden">
        {upload.isPending && 'Uploading…'}
        {removed.length > 0 && (
          <p>
            {`We removed what a logo doesn’t need: ${removed.map((part) => REMOVED_WORDS[part]).join(', ')}. Check that it still looks right.`}
          </p>
        )}
        {notes.map((note) => (
          <p key={note}>{note}</p>
        ))}
      </div>
    </div>
  )
}
