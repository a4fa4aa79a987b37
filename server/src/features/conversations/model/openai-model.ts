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
const Chunk = z.object({
  choices: z
    .array(
      z.object({
        delta: z
          .object({
            content: Text.nullish(),
            tool_calls: z
              .array(
                z.object({
                  index: z.number().int().min(0).max(1_000),
                  id: Text.nullish(),
                  function: z.object({ name: Text.nullish(), arguments: Text.nullish() }).nullish(),
                }),
              )
              .nullish(),
          })
          .nullish(),
        finish_reason: Text.nullish(),
      }),
    )
    .default([]),
  usage: z.object({ prompt_tokens: z.number(), completion_tokens: z.number() }).nullish(),
})

/** A model behind OpenAI’s chat completions, which llama.cpp, Ollama, vLLM, and others speak too. */
export function openaiModel({ url, model, key }: ModelAddress): Model {
  return {
    async *ask(request, signal) {
      const sent = {
        url: `${url}/chat/completions`,
        headers: { ...(key !== undefined && { authorization: `Bearer ${key}` }) },
        body: JSON.stringify(bodyOf(model, request)),
      }
      yield* pieces(lines(readModel(sent, 'text/event-stream', signal)))
    },
  }
}

function bodyOf(model: string, { system, turns, tools, maxTokens }: ModelRequest) {
  return {
    model,
    stream: true,
    stream_options: { include_usage: true },
    max_tokens: maxTokens,
    messages: [
      { role: 'system', content: system },
      ...turns.flatMap((turn): object[] => {
        if (turn.role === 'user') return [{ role: 'user', content: turn.text }]
        if (turn.role === 'tools') {
          return turn.results.map(({ id, result }) => ({
            role: 'tool',
            tool_call_id: id,
            content: JSON.stringify(result),
          }))
        }
        const calls = turn.calls.map(({ id, name, json }) => ({
          id,
          type: 'function',
          function: { name, arguments: json },
        }))
        return [{ role: 'assistant', content: turn.text, ...(calls.length > 0 && { tool_calls: calls }) }]
      }),
    ],
    ...(tools.length > 0 && {
      tools: tools.map(({ name, description, schema }) => ({
        type: 'function',
        function: { name, description, parameters: schema },
      })),
    }),
  }
}

async function* lines(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder()
  let kept = ''
  for await (const chunk of bytes) {
    const found = (kept + decoder.decode(chunk, { stream: true })).split('\n')
    kept = found.pop()!
    yield* found
  }
  yield kept
}

async function* pieces(found: AsyncIterable<string>): AsyncGenerator<Piece> {
  const calls: Call[] = []
  let isOver = false
  for await (const line of found) {
    if (!line.startsWith('data:')) continue
    const data = line.slice('data:'.length).trim()
    if (data === '[DONE]') break
    const chunk = Chunk.safeParse(parsed(data))
    if (!chunk.success) throw new ModelFailed('an event of another shape')
    const { choices, usage } = chunk.data
    if (usage) yield { type: 'tokens', input: usage.prompt_tokens, output: usage.completion_tokens }
    const [choice] = choices
    if (choice?.delta?.content) yield { type: 'text', text: choice.delta.content }
    for (const { index, id, function: part } of choice?.delta?.tool_calls ?? []) {
      const call = calls[index] ?? { id: '', name: '', json: '' }
      calls[index] = call
      call.id ||= id ?? ''
      call.name ||= part?.name ?? ''
      call.json += part?.arguments ?? ''
    }
    if (choice?.finish_reason) isOver = true
  }
  if (!isOver) throw new ModelFailed('it broke off')
  for (const call of calls.filter(Boolean)) yield { type: 'call', call }
}
