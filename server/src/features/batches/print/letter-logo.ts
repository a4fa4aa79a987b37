import { drawers } from '../../../makers/makers.ts'
import { plainLogo, readPlainLogo } from '../../sites/site-brand.ts'
import type { SiteRow } from '../../sites/sites.repo.ts'
import type { BatchKit } from '../batch-kit.ts'

const HEIGHT_DOTS = 240

const drawing = drawers.callsTo<typeof import('../../files/redraw-image.ts')>(
  new URL('../../files/redraw-image.ts', import.meta.url),
)

/**
 * The logo on a site's letters: on white, as a JPEG.
 *
 * @returns undefined where there is none, or where it is lost: letters go out with the name alone
 */
export async function readLetterLogo(
  { files, log }: Pick<BatchKit, 'files' | 'log'>,
  site: Pick<SiteRow, 'logo_files'>,
): Promise<Buffer | undefined> {
  try {
    const bytes = await readPlainLogo(files, site)
    if (bytes !== undefined) return await drawing('jpegOnWhite', bytes, HEIGHT_DOTS)
    const lost = plainLogo(site)
    if (lost !== undefined) throw new Error(`the picture at ${lost.url} is missing`)
  } catch (cause) {
    log.warn({ err: cause }, 'the logo of letters cannot be drawn and is left out')
  }
  return undefined
}
