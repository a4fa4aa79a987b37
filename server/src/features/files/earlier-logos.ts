import { readFile } from 'node:fs/promises'
import type { FastifyBaseLogger } from 'fastify'
import type { Pool } from '../../database/database.ts'
import { json } from '../../database/json.ts'
import type { LogoFiles } from '../sites/site-records.ts'
import { keptSites, listSitesWithUndrawnLogos, type SiteRow } from '../sites/sites.repo.ts'
import type { FileStore } from './file-store.ts'
import { keepLogo } from './site-logos.ts'
import { SITE_FILE } from './site-pictures.ts'

type Parts = { pool: Pool; files: FileStore; log: Pick<FastifyBaseLogger, 'warn'> }
type Source = { name: string; bytes: Buffer }

const BUILT_IN = /^\/brand\/([a-z]+\/[a-z-]+\.svg)$/
const ASSETS = new URL('../../../assets/demo/', import.meta.url)

/**
 * Draws the forms of logos that came without: those of an earlier version, which were shapes or plain pictures, and the
 * demo's. Until then, pages show them as they are. A site whose logo can't be drawn keeps it and is tried again at the
 * next start.
 */
export async function drawEarlierLogos(parts: Parts): Promise<void> {
  const tell = (about: object) => (cause: unknown) => {
    parts.log.warn({ err: cause, ...about }, 'a logo of an earlier version cannot be drawn in all sizes')
  }
  const sites = await listSitesWithUndrawnLogos(parts.pool).catch(tell({}))
  for (const site of sites ?? []) await drawLogosOf(parts, site).catch(tell({ site: site.slug }))
}

async function drawLogosOf(parts: Parts, site: SiteRow): Promise<void> {
  const { primary, secondary } = { primary: site.site_primary_color, secondary: site.site_secondary_color }
  const shapes = site.card_mark.paths.length > 0
  const sources = {
    logo: shapes ? drawn(site, primary, secondary, 1) : await read(parts, site.iso_logo || site.site_logo),
    // As on cards so far: the second color is fainter.
    dark: shapes ? drawn(site, '#ffffff', '#ffffff', 0.66) : await read(parts, site.negative_logo),
    icon: await read(parts, site.favicon),
  }
  const files: LogoFiles = {}
  for (const use of ['logo', 'dark', 'icon'] as const) {
    const source = sources[use]
    if (source !== undefined) files[use] = (await keepLogo(parts, site.id, source)).forms
  }
  const white = (files.dark ?? files.logo)?.white
  // Shapes and addresses stay where servers of the last version read them; the version they lock by doesn't change.
  await parts.pool
    .updateTable('sites')
    .set({
      logo_files: json(files),
      ...(files.logo && { site_logo: files.logo.shown.url }),
      ...(files.dark && { negative_logo: files.dark.shown.url }),
      ...(files.icon && { iso_logo: files.icon.shown.url }),
      ...(white && { card_mark: json({ ...site.card_mark, picture: white }) }),
    })
    .where('id', '=', site.id)
    .where('logo_files', 'is', null)
    .where('version', '=', site.version)
    .execute()
  keptSites(parts.pool).forget(site.id)
}

/** A logo that was kept as shapes on a square of 32. */
function drawn({ card_mark }: SiteRow, first: string, second: string, faint: number): Source {
  const shapes = card_mark.paths.map(({ d, second: isSecond }) =>
    isSecond
      ? `<path d="${d}" fill="${second}" fill-opacity="${faint}"/>`
      : `<path d="${d}" fill="${first}"/>`,
  )
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">${shapes.join('')}</svg>`
  return { name: 'logo.svg', bytes: Buffer.from(svg) }
}

async function read({ files }: Parts, address: string): Promise<Source | undefined> {
  const [, asset] = BUILT_IN.exec(address) ?? []
  if (asset !== undefined) return { name: 'logo.svg', bytes: await readFile(new URL(asset, ASSETS)) }
  const [, key] = SITE_FILE.exec(address) ?? []
  if (key === undefined) return undefined
  const bytes = await files.find(key)
  if (bytes === undefined) throw new Error(`the logo at ${address} is missing`)
  return { name: 'logo', bytes }
}
