import { drawers } from '../../../makers/makers.ts'
import type { SiteRow } from '../../sites/sites.repo.ts'
import type { BatchKit } from '../batch-kit.ts'

/** The path of the site's images; others aren't fetched. */
const FILE_PATH = /^\/api\/v1\/files\/([A-Za-z0-9_-]{22,64})\/$/
const HEIGHT_DOTS = 240

const drawing = drawers.callsTo<typeof import('../../files/redraw-image.ts')>(
  new URL('../../files/redraw-image.ts', import.meta.url),
)

/**
 * The picture on the letters of a site whose logo is a picture: on white, as a JPEG.
 *
 * @returns undefined where there is none, or where it is lost: letters go out with the name alone
 */
export async function readLetterLogo(
  { files, log }: Pick<BatchKit, 'files' | 'log'>,
  site: Pick<SiteRow, 'card_mark' | 'iso_logo'>,
): Promise<Buffer | undefined> {
  const [, key] = FILE_PATH.exec(site.iso_logo) ?? []
  if (site.card_mark.paths.length > 0 || key === undefined) return undefined
  try {
    const bytes = await files.find(key)
    if (bytes === undefined) throw new Error('the picture is missing')
    return await drawing('jpegOnWhite', bytes, HEIGHT_DOTS)
  } catch (cause) {
    log.warn({ err: cause, key }, 'the logo of letters cannot be drawn and is left out')
    return undefined
  }
}
