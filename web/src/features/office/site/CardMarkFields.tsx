import { isHexColor } from '@laurel/domain/color'
import { fieldErrors } from '../../../app/api-problem.ts'
import { Button } from '../../../parts/Button.tsx'
import { CardCanvas } from '../../../parts/card/CardCanvas.tsx'
import { Switch } from '../../../parts/Switch.tsx'
import { TextArea } from '../../../parts/TextArea.tsx'
import { TextField } from '../../../parts/TextField.tsx'
import type { OfficeSite } from './site.queries.ts'
import type { SiteDraft } from './use-site-draft.ts'

type Mark = OfficeSite['cardMark']
type ColorPath = 'sitePrimaryColor' | 'siteSecondaryColor' | 'siteTertiaryColor'
type Shape = Mark['paths'][number]

const MOST_SHAPES = 24

/** What stands on every card that has no customer's logo: a mark, a word beside it, the network. */
export function CardMarkFields({ site, draft }: { site: OfficeSite; draft: SiteDraft }) {
  const mark = draft.at('cardMark') as Mark
  const change = (changed: Partial<Mark>) => draft.change('cardMark', { ...mark, ...changed })
  const changeShape = (at: number, changed: Partial<Shape>) =>
    change({ paths: mark.paths.map((shape, index) => (index === at ? { ...shape, ...changed } : shape)) })
  const color = (path: ColorPath) => {
    const drafted = String(draft.at(path))
    // While a color is being typed the card keeps the saved one.
    return isHexColor(drafted) ? drafted : site[path]
  }
  const brand = {
    sitePrimaryColor: color('sitePrimaryColor'),
    siteSecondaryColor: color('siteSecondaryColor'),
    siteTertiaryColor: color('siteTertiaryColor'),
    cardMark: mark,
    networkName: String(draft.at('networkName')),
  }
  const errors = fieldErrors(draft.save.error)
  return (
    <fieldset className="grid gap-5">
      <legend className="mb-3 font-semibold">On cards</legend>
      <div className="max-w-[320px]">
        <CardCanvas
          key={JSON.stringify(mark)}
          label={`A card with the mark and ${mark.word || 'no word'}`}
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
        label="Word beside the mark"
        name="cardMark.word"
        value={mark.word}
        onChange={(word) => change({ word })}
        maxLength={30}
        autoComplete="off"
      />
      <Switch isSelected={mark.serif} onChange={(serif) => change({ serif })}>
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
      {mark.paths.map((shape, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: shapes have no names of their own and stay in place
        <div key={index} className="grid gap-2 border-line border-s-2 ps-4">
          <TextArea
            label={`Shape ${index + 1} of the mark`}
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
              onClick={() => change({ paths: mark.paths.filter((_, at) => at !== index) })}
            >
              Remove
            </Button>
          </div>
        </div>
      ))}
      {mark.paths.length < MOST_SHAPES && (
        <div>
          <Button size="compact" onClick={() => change({ paths: [...mark.paths, { d: '', second: false }] })}>
            Add shape
          </Button>
        </div>
      )}
    </fieldset>
  )
}
