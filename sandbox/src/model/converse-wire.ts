import { EventStreamCodec } from '@smithy/core/event-streams'
import { dig, text } from '../carriers/answers.ts'
import type { Heard, Reply } from './script.ts'
import { usageOf, wordsOf } from './words.ts'

const codec = new EventStreamCodec(
  (bytes) => Buffer.from(bytes as Uint8Array).toString('utf8'),
  (words) => Buffer.from(words, 'utf8'),
)

/** What a Converse request says; undefined if it isn't one. */
export function heardByConverse(asked: unknown): Heard | undefined {
  const messages = dig(asked, 'messages')
  if (!Array.isArray(messages) || messages.length === 0) return undefined
  const heard: Heard = { system: text(dig(asked, 'system', 0, 'text')), said: '', results: [], tools: [] }
  const calls = new Map<string, { name: string; input: unknown }>()
  let role = 'assistant'
  for (const message of messages) {
    // Bedrock refuses two messages of one role in a row.
    if (message.role === role || !Array.isArray(message.content) || message.content.length === 0)
      return undefined
    role = message.role
    for (const block of message.content) {
      if (block.toolUse) calls.set(block.toolUse.toolUseId, block.toolUse)
      if (role === 'user' && typeof block.text === 'string') {
        heard.said = block.text
        heard.results = []
      }
      if (block.toolResult) {
        const called = calls.get(block.toolResult.toolUseId)
        if (called === undefined) return undefined
        heard.results.push({ ...called, text: JSON.stringify(block.toolResult.content) })
      }
    }
  }
  const tools = dig(asked, 'toolConfig', 'tools')
  heard.tools = Array.isArray(tools) ? tools.map((tool) => text(dig(tool, 'toolSpec', 'name'))) : []
  for (const result of heard.results) result.text = unwrapped(result.text)
  return role === 'user' ? heard : undefined
}

/** The JSON inside `[{"json":…}]`. */
function unwrapped(result: string): string {
  return result.replace(/^\[\{"json":(.*)\}\]$/s, '$1')
}

export function converseAnswer(heard: Heard, reply: Reply) {
  const { input, output } = usageOf(heard, reply)
  return {
    output: {
      message: {
        role: 'assistant',
        content: [
          ...(reply.text ? [{ text: reply.text }] : []),
          ...reply.calls.map(({ id, name, json }) => ({
            toolUse: { toolUseId: id, name, input: JSON.parse(json) },
          })),
        ],
      },
    },
    stopReason: stopReasonOf(reply),
    usage: { inputTokens: input, outputTokens: output, totalTokens: input + output },
    metrics: { latencyMs: 1 },
  }
}

const stopReasonOf = ({ calls }: Reply) => (calls.length > 0 ? 'tool_use' : 'end_turn')

export function* converseEvents(heard: Heard, reply: Reply): Generator<Uint8Array> {
  const { input, output } = usageOf(heard, reply)
  yield event('messageStart', { role: 'assistant' })
  let at = 0
  if (reply.text) {
    for (const word of wordsOf(reply.text)) {
      yield event('contentBlockDelta', { contentBlockIndex: at, delta: { text: word } })
    }
    yield event('contentBlockStop', { contentBlockIndex: at })
    at += 1
  }
  for (const { id, name, json } of reply.calls) {
    yield event('contentBlockStart', { contentBlockIndex: at, start: { toolUse: { toolUseId: id, name } } })
    for (const part of json.match(/.{1,12}/gs) ?? []) {
      yield event('contentBlockDelta', { contentBlockIndex: at, delta: { toolUse: { input: part } } })
    }
    yield event('contentBlockStop', { contentBlockIndex: at })
    at += 1
  }
  yield event('messageStop', { stopReason: stopReasonOf(reply) })
  yield event('metadata', {
    usage: { inputTokens: input, outputTokens: output, totalTokens: input + output },
    metrics: { latencyMs: 1 },
  })
}

function event(type: string, body: object): Uint8Array {
  const header = (value: string) => ({ type: 'string' as const, value })
  return codec.encode({
    headers: {
      ':event-type': header(type),
      ':content-type': header('application/json'),
      ':message-type': header('event'),
    },
    body: Buffer.from(JSON.stringify(body)),
  })
}
