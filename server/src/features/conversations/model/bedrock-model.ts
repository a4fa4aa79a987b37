import { Sha256 } from '@aws-crypto/sha256-js'
import { defaultProvider } from '@aws-sdk/credential-provider-node'
import { EventStreamCodec } from '@smithy/core/event-streams'
import { SignatureV4 } from '@smithy/signature-v4'
import * as z from 'zod'
import {
  type Call,
  type Model,
  type ModelAddress,
  ModelFailed,
  type ModelRequest,
  type Piece,
} from './model.ts'
import { parsed, readModel } from './model-stream.ts'

const Text = z.string().max(100_000)
const Event = z.object({
  start: z.object({ toolUse: z.object({ toolUseId: Text, name: Text }).optional() }).optional(),
  delta: z
    .object({ text: Text.optional(), toolUse: z.object({ input: Text.optional() }).optional() })
    .optional(),
  contentBlockIndex: z.number().int().min(0).max(1_000).optional(),
  stopReason: Text.optional(),
  usage: z.object({ inputTokens: z.number(), outputTokens: z.number() }).optional(),
})

const codec = new EventStreamCodec(
  (bytes) => Buffer.from(bytes as Uint8Array).toString('utf8'),
  (text) => Buffer.from(text, 'utf8'),
)

/**
 * A model in Amazon Bedrock, by its Converse API.
 *
 * @param address without a key, requests are signed with AWS's usual credentials
 */
export function bedrockModel({ url, model, key, region }: ModelAddress & { region: string }): Model {
  const address = new URL(`${url}/model/${encodeURIComponent(model)}/converse-stream`)
  const signer =
    key === undefined
      ? new SignatureV4({ service: 'bedrock', region, credentials: defaultProvider(), sha256: Sha256 })
      : undefined

  async function headersFor(body: string): Promise<Record<string, string>> {
    if (signer === undefined) return { authorization: `Bearer ${key}` }
    const { headers } = await signer.sign({
      method: 'POST',
      protocol: address.protocol,
      hostname: address.hostname,
      path: address.pathname,
      query: {},
      headers: { 'content-type': 'application/json', host: address.host },
      body,
    })
    const { host: _, ...signed } = headers
    return signed
  }

  return {
    async *ask(request, signal) {
      const body = JSON.stringify(bodyOf(request))
      const headers = await headersFor(body).catch((cause: Error) => {
        throw new ModelFailed(`no credentials: ${cause.name}`)
      })
      const sent = { url: address.href, headers, body }
      yield* pieces(frames(readModel(sent, 'application/vnd.amazon.eventstream', signal)))
    },
  }
}

function bodyOf({ system, turns, tools, maxTokens }: ModelRequest) {
  return {
    system: [{ text: system }],
    inferenceConfig: { maxTokens },
    messages: turns.map((turn) => {
      if (turn.role === 'user') return { role: 'user', content: [{ text: turn.text }] }
      if (turn.role === 'tools') {
        const content = turn.results.map(({ id, result }) => ({
          toolResult: { toolUseId: id, content: [{ json: result }] },
        }))
        return { role: 'user', content }
      }
      const calls = turn.calls.map(({ id, name, json }) => ({
        toolUse: { toolUseId: id, name, input: JSON.parse(json) },
      }))
      return { role: 'assistant', content: [...(turn.text ? [{ text: turn.text }] : []), ...calls] }
    }),
    ...(tools.length > 0 && {
      toolConfig: {
        tools: tools.map(({ name, description, schema }) => ({
          toolSpec: { name, description, inputSchema: { json: schema } },
        })),
      },
    }),
  }
}

/** Each frame begins with its own length. */
async function* frames(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<{ type: string; body: string }> {
  let kept = Buffer.alloc(0)
  for await (const chunk of bytes) {
    kept = Buffer.concat([kept, chunk])
    while (kept.length >= 4) {
      const length = kept.readUInt32BE(0)
      if (length < 16 || length > 1024 * 1024) throw new ModelFailed('a frame of another shape')
      if (kept.length < length) break
      yield decoded(kept.subarray(0, length))
      kept = kept.subarray(length)
    }
  }
}

function decoded(frame: Uint8Array): { type: string; body: string } {
  try {
    const { headers, body } = codec.decode(frame)
    const value = (name: string) => String(headers[name]?.value ?? '')
    if (value(':message-type') !== 'event') throw new Error(value(':exception-type'))
    return { type: value(':event-type'), body: Buffer.from(body).toString('utf8') }
  } catch (cause) {
    throw new ModelFailed(`a broken frame: ${(cause as Error).message.slice(0, 60)}`)
  }
}

async function* pieces(found: AsyncIterable<{ body: string }>): AsyncGenerator<Piece> {
  const calls = new Map<number, Call>()
  let isOver = false
  for await (const { body } of found) {
    const event = Event.safeParse(parsed(body))
    if (!event.success) throw new ModelFailed('an event of another shape')
    const { start, delta, contentBlockIndex: at = 0, stopReason, usage } = event.data
    if (start?.toolUse) calls.set(at, { id: start.toolUse.toolUseId, name: start.toolUse.name, json: '' })
    if (delta?.text) yield { type: 'text', text: delta.text }
    const call = calls.get(at)
    if (delta?.toolUse?.input && call) call.json += delta.toolUse.input
    if (stopReason !== undefined) isOver = true
    if (usage) yield { type: 'tokens', input: usage.inputTokens, output: usage.outputTokens }
  }
  if (!isOver) throw new ModelFailed('it broke off')
  for (const call of calls.values()) yield { type: 'call', call }
}
