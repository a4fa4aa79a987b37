import { dig, text } from '../carriers/answers.ts'
import type { Heard, Reply } from './script.ts'
import { usageOf, wordsOf } from './words.ts'

const ABOUT = { id: 'chatcmpl-sandbox', created: 1_764_000_000, model: 'scripted' } as const

/** What a chat completions request says; undefined if it isn't one. */
export function heardByCompletions(asked: unknown): Heard | undefined {
  const messages = dig(asked, 'messages')
  if (!Array.isArray(messages) || messages.length === 0) return undefined
  const heard: Heard = { system: '', said: '', results: [], tools: [] }
  const calls = new Map<string, { name: string; input: unknown }>()
  for (const { role, content, tool_calls, tool_call_id } of messages) {
    if (role === 'system') heard.system = text(content)
    if (role === 'user') {
      heard.said = text(content)
      heard.results = []
    }
    for (const one of tool_calls ?? []) {
      calls.set(one.id, {
        name: text(dig(one, 'function', 'name')),
        input: dig(one, 'function', 'arguments'),
      })
    }
    if (role === 'tool') {
      const called = calls.get(tool_call_id)
      if (called === undefined) return undefined
      heard.results.push({ ...called, text: text(content) })
    }
  }
  const tools = dig(asked, 'tools')
  heard.tools = Array.isArray(tools) ? tools.map((tool) => text(dig(tool, 'function', 'name'))) : []
  return heard.said === '' ? undefined : heard
}

export function completionAnswer(heard: Heard, reply: Reply) {
  return {
    ...ABOUT,
    object: 'chat.completion',
    choices: [
      {
        index: 0,
        message: {
          role: 'assistant',
          content: reply.text,
          refusal: null,
          ...(reply.calls.length > 0 && { tool_calls: reply.calls.map((one) => wireCall(one)) }),
        },
        logprobs: null,
        finish_reason: finishOf(reply),
      },
    ],
    usage: wireUsage(heard, reply),
  }
}

function wireCall({ id, name, json }: Reply['calls'][number]) {
  return { id, type: 'function', function: { name, arguments: json } }
}

function wireUsage(heard: Heard, reply: Reply) {
  const { input, output } = usageOf(heard, reply)
  return { prompt_tokens: input, completion_tokens: output, total_tokens: input + output }
}

const finishOf = ({ calls }: Reply) => (calls.length > 0 ? 'tool_calls' : 'stop')

export function* completionEvents(heard: Heard, reply: Reply): Generator<Uint8Array> {
  yield chunk({ role: 'assistant', content: '' })
  for (const word of wordsOf(reply.text)) yield chunk({ content: word })
  for (const [index, { id, name, json }] of reply.calls.entries()) {
    yield chunk({ tool_calls: [{ index, id, type: 'function', function: { name, arguments: '' } }] })
    for (const part of json.match(/.{1,12}/gs) ?? []) {
      yield chunk({ tool_calls: [{ index, function: { arguments: part } }] })
    }
  }
  yield chunk({}, finishOf(reply))
  yield line({ ...ABOUT, object: 'chat.completion.chunk', choices: [], usage: wireUsage(heard, reply) })
  yield Buffer.from('data: [DONE]\n\n')
}

function chunk(delta: object, finish_reason: string | null = null): Uint8Array {
  const choices = [{ index: 0, delta, logprobs: null, finish_reason }]
  return line({ ...ABOUT, object: 'chat.completion.chunk', choices })
}

function line(data: object): Uint8Array {
  return Buffer.from(`data: ${JSON.stringify(data)}\n\n`)
}
