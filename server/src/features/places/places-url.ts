import { WrongSetting } from '../../wrong-setting.ts'
import { LOOPBACK } from '../carriers/carrier-hosts.ts'

const DEFAULT_REGION = 'us-east-1'
const HOST = /^places\.geo(?:-fips)?\.([a-z0-9-]{1,40})\.amazonaws\.com$/

type Given = { url: string | undefined; region: string | undefined }

/**
 * The address of Amazon Location: its host for a region, or a simulator on this machine. Our key is sent there, so no
 * other host is allowed.
 *
 * @throws {WrongSetting}
 */
export function placesAddress({ url, region }: Given): { url: string | undefined; region: string } {
  if (url === undefined) {
    return region === undefined
      ? { url: undefined, region: DEFAULT_REGION }
      : { url: `https://places.geo.${region}.amazonaws.com`, region }
  }
  const { protocol, hostname, href } = new URL(url)
  const [isOwn, ofHost] = HOST.exec(hostname) ?? []
  if (!LOOPBACK.has(hostname) && (isOwn === undefined || protocol !== 'https:')) {
    throw new WrongSetting('PLACES_URL is wrong: expects https://places.geo.REGION.amazonaws.com')
  }
  return { url: href.replace(/\/$/, ''), region: region ?? ofHost ?? DEFAULT_REGION }
}
