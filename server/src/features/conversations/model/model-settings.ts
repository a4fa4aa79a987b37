import { WrongSetting } from '../../../wrong-setting.ts'
import { LOOPBACK } from '../../carriers/carrier-hosts.ts'

export type ModelSettings = {
  provider: 'bedrock' | 'openai'
  model: string
  url: string
  key: string | undefined
  region: string
  tokensPerDay: number
  /** Who reads the messages, as customers see it; undefined for a model on our own servers. */
  service: string | undefined
}
type Given = {
  AI_PROVIDER?: 'bedrock' | 'openai'
  AI_MODEL?: string
  AI_URL?: string
  AI_KEY?: string
  AI_DAILY_TOKENS: number
}

export const MODEL_VARIABLES = ['AI_PROVIDER', 'AI_MODEL', 'AI_URL', 'AI_KEY'] as const
/** What the demo's sandbox accepts. */
const SANDBOX = {
  key: 'sandbox-model-key',
  bedrock: { path: '/bedrock', model: 'laurel.scripted-v1:0' },
  openai: { path: '/openai/v1', model: 'scripted' },
} as const
const DEFAULT_REGION = 'us-east-1'
const OPENAI = 'https://api.openai.com/v1'
const BEDROCK_HOST = /^bedrock-runtime(?:-fips)?\.([a-z0-9-]{1,40})\.amazonaws\.com$/
/** Our own network: names without a dot, and private addresses. */
const OWN_HOST =
  /^(?:[a-z0-9_-]+|127\.\d+\.\d+\.\d+|10\.\d+\.\d+\.\d+|192\.168\.\d+\.\d+|172\.(?:1[6-9]|2\d|3[01])\.\d+\.\d+|\[::1\])$/i

/**
 * The language model that answers in conversations, if one is connected.
 *
 * @param sandbox the demo's simulators, which are used if no address is set
 * @throws {WrongSetting}
 */
export function modelSettings(given: Given, sandbox: string | undefined): ModelSettings | undefined {
  const { AI_PROVIDER: provider, AI_KEY: key, AI_DAILY_TOKENS: tokensPerDay } = given
  if (provider === undefined) {
    const [set] = (['AI_MODEL', 'AI_URL', 'AI_KEY'] as const).filter((name) => given[name] !== undefined)
    if (set) throw new WrongSetting(`${set} is set, but AI_PROVIDER is missing: set it to bedrock or openai`)
    return undefined
  }
  if (sandbox !== undefined && given.AI_URL === undefined && key === undefined) {
    const { path, model } = SANDBOX[provider]
    const url = `${sandbox}${path}`
    const demo = { url, key: SANDBOX.key, region: DEFAULT_REGION, service: 'Demo sandbox' }
    return { provider, model: given.AI_MODEL ?? model, tokensPerDay, ...demo }
  }
  if (given.AI_MODEL === undefined) {
    throw new WrongSetting('AI_MODEL is missing: AI_PROVIDER needs the name of a model')
  }
  const common = { provider, model: given.AI_MODEL, key, tokensPerDay }
  const address = (given.AI_URL ?? defaultUrl(provider)).replace(/\/$/, '')
  const { protocol, hostname } = new URL(address)
  const isOwn = OWN_HOST.test(hostname)
  if (protocol !== 'https:' && !isOwn) {
    throw new WrongSetting('AI_URL is wrong: expects https, or http for a model on your own network')
  }
  if (provider === 'openai') {
    const service = hostname === 'api.openai.com' ? 'OpenAI' : hostname
    return { ...common, url: address, region: '', service: isOwn ? undefined : service }
  }
  const [isAmazon, region] = BEDROCK_HOST.exec(hostname) ?? []
  if (!LOOPBACK.has(hostname) && isAmazon === undefined) {
    throw new WrongSetting('AI_URL is wrong: expects https://bedrock-runtime.REGION.amazonaws.com')
  }
  return { ...common, url: address, region: region ?? DEFAULT_REGION, service: 'Amazon Bedrock' }
}

function defaultUrl(provider: 'bedrock' | 'openai'): string {
  return provider === 'openai' ? OPENAI : `https://bedrock-runtime.${DEFAULT_REGION}.amazonaws.com`
}
