import { createRequire } from 'node:module'
import { NodeHttpHandler } from '@smithy/node-http-handler'
import OpenAI from 'openai'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openSandbox } from '../testing/sandbox-world.ts'
import { MODEL_DEMO } from './model.routes.ts'

const require = createRequire(import.meta.url)
const {
  BedrockRuntimeClient,
  ConverseCommand,
  ConverseStreamCommand,
} = require('@aws-sdk/client-bedrock-runtime')

let sandbox: Awaited<ReturnType<typeof openSandbox>>
beforeEach(async () => {
  sandbox = await openSandbox()
})
afterEach(() => sandbox.close())

async function all<T>(stream: AsyncIterable<T>): Promise<T[]> {
  const found: T[] = []
  for await (const one of stream) found.push(one)
  return found
}
type ConverseEvent = {
  contentBlockDelta?: { delta: { text?: string; toolUse?: { input: string } } }
  messageStop?: object
  metadata?: { usage: { totalTokens: number } }
}

const { accessKeyId, secretAccessKey, key, bedrockModel, openaiModel } = MODEL_DEMO
const SIGNED = { credentials: { accessKeyId, secretAccessKey } }
const bedrock = (given: object = SIGNED) =>
  new BedrockRuntimeClient({
    region: 'us-east-1',
    endpoint: `${sandbox.origin}/bedrock`,
    maxAttempts: 1,
    // Without it, this client insists on HTTP/2.
    requestHandler: new NodeHttpHandler(),
    ...given,
  })
const BEARER = { token: { token: key }, authSchemePreference: ['httpBearerAuth'] }
const PLAN = {
  name: 'propose_order',
  description: 'Plan an order',
  schema: { type: 'object', properties: { people: { type: 'integer' } } },
}
const TODAY = 'Today is Sunday, 2026-11-29.'
const SENTENCE = '200 people, $25, by email on Friday'
const CONVERSE = {
  modelId: bedrockModel,
  system: [{ text: TODAY }],
  messages: [{ role: 'user', content: [{ text: SENTENCE }] }],
  toolConfig: {
    tools: [
      {
        toolSpec: { name: PLAN.name, description: PLAN.description, inputSchema: { json: PLAN.schema } },
      },
    ],
  },
}
const PLANNED = { people: 200, amount_cents: 2_500, delivery: 'digital', date: '2026-12-04' }
const toolResult = (toolUseId: string) => ({
  role: 'user',
  content: [{ toolResult: { toolUseId, content: [{ json: { shown: true } }] } }],
})

test.each([
  ['a signature', SIGNED],
  ['a bearer key', BEARER],
])('Amazon’s own client plans an order with %s', async (_, given) => {
  const client = bedrock(given)
  const first = await client.send(new ConverseCommand(CONVERSE))
  expect(first.stopReason).toBe('tool_use')
  const call = first.output.message.content.at(-1).toolUse
  expect(call).toMatchObject({ name: 'propose_order', input: PLANNED })
  const messages = [...CONVERSE.messages, first.output.message, toolResult(call.toolUseId)]
  const second = await client.send(new ConverseCommand({ ...CONVERSE, messages }))
  expect(second).toMatchObject({ stopReason: 'end_turn', usage: { inputTokens: expect.any(Number) } })
  expect(second.output.message.content[0].text).toMatch(/use the button/)
})

test('Amazon’s own client reads the stream: words, a call in parts, and tokens', async () => {
  const { stream } = await bedrock().send(new ConverseStreamCommand(CONVERSE))
  const events = await all<ConverseEvent>(stream)
  const deltas = events.flatMap(({ contentBlockDelta }) => contentBlockDelta?.delta ?? [])
  expect(deltas.flatMap(({ text }) => text ?? [])).toEqual(['Let ', 'me ', 'look. '])
  expect(JSON.parse(deltas.map(({ toolUse }) => toolUse?.input ?? '').join(''))).toEqual(PLANNED)
  expect(events.at(0)).toEqual({ messageStart: { role: 'assistant' } })
  expect(events.at(-2)).toMatchObject({ messageStop: { stopReason: 'tool_use' } })
  expect(events.at(-1)!.metadata!.usage.totalTokens).toBeGreaterThan(10)
})

test.each([
  ['a wrong secret', { credentials: { accessKeyId, secretAccessKey: 'another' } }],
  ['an unknown access key', { credentials: { accessKeyId: 'AKIDANOTHER', secretAccessKey } }],
  ['a wrong bearer key', { ...BEARER, token: { token: 'another' } }],
])('%s is refused', async (_, given) => {
  const asked = bedrock(given).send(new ConverseCommand(CONVERSE))
  await expect(asked).rejects.toMatchObject({ name: 'AccessDeniedException' })
})

test('its errors look like Bedrock’s', async () => {
  const unknown = bedrock().send(new ConverseCommand({ ...CONVERSE, modelId: 'another' }))
  await expect(unknown).rejects.toMatchObject({ name: 'ResourceNotFoundException' })
  const twice = [...CONVERSE.messages, ...CONVERSE.messages]
  const wrong = bedrock().send(new ConverseCommand({ ...CONVERSE, messages: twice }))
  await expect(wrong).rejects.toMatchObject({ name: 'ValidationException' })
  await sandbox.switchOn('model', { fault: 'too_many', times: 1 })
  const busy = bedrock().send(new ConverseCommand(CONVERSE))
  await expect(busy).rejects.toMatchObject({ name: 'ThrottlingException' })
})

const openai = (apiKey: string = key) =>
  new OpenAI({ apiKey, baseURL: `${sandbox.origin}/openai/v1`, maxRetries: 0 })
const COMPLETION = {
  model: openaiModel,
  messages: [
    { role: 'system', content: TODAY },
    { role: 'user', content: SENTENCE },
  ],
  tools: [
    {
      type: 'function',
      function: { name: PLAN.name, description: PLAN.description, parameters: PLAN.schema },
    },
  ],
} satisfies OpenAI.ChatCompletionCreateParamsNonStreaming

test('OpenAI’s own client plans an order', async () => {
  const first = await openai().chat.completions.create(COMPLETION)
  const { message, finish_reason } = first.choices[0]!
  expect(finish_reason).toBe('tool_calls')
  const [call] = message.tool_calls as Array<{ id: string; function: { name: string; arguments: string } }>
  expect(JSON.parse(call!.function.arguments)).toEqual(PLANNED)
  const messages = [
    ...COMPLETION.messages,
    message,
    { role: 'tool' as const, tool_call_id: call!.id, content: '{"shown":true}' },
  ]
  const second = await openai().chat.completions.create({ ...COMPLETION, messages })
  expect(second.choices[0]!.message.content).toMatch(/use the button/)
  expect(second.usage!.total_tokens).toBeGreaterThan(10)
})

test('OpenAI’s own client reads the stream: words, a call in parts, and tokens', async () => {
  const asked = { ...COMPLETION, stream: true as const, stream_options: { include_usage: true } }
  const chunks = await all(await openai().chat.completions.create(asked))
  const deltas = chunks.flatMap(({ choices }) => choices.map(({ delta }) => delta))
  expect(deltas.map(({ content }) => content ?? '').join('')).toBe('Let me look. ')
  const parts = deltas.flatMap(({ tool_calls }) => tool_calls ?? [])
  expect(JSON.parse(parts.map((part) => part.function?.arguments ?? '').join(''))).toEqual(PLANNED)
  expect(chunks.at(-1)!.usage!.total_tokens).toBeGreaterThan(10)
})

test('its errors look like OpenAI’s', async () => {
  await expect(openai('another').chat.completions.create(COMPLETION)).rejects.toMatchObject({ status: 401 })
  const unknown = openai().chat.completions.create({ ...COMPLETION, model: 'another' })
  await expect(unknown).rejects.toMatchObject({ status: 404, code: 'model_not_found' })
  await sandbox.switchOn('model', { fault: 'too_many', times: 1 })
  await expect(openai().chat.completions.create(COMPLETION)).rejects.toMatchObject({ status: 429 })
})

const streamedText = async () => {
  const asked = {
    ...COMPLETION,
    messages: [{ role: 'user' as const, content: 'Hello' }],
    stream: true as const,
  }
  let text = ''
  for await (const { choices } of await openai().chat.completions.create(asked)) {
    text += choices[0]?.delta.content ?? ''
  }
  return text
}

test('flood: 10 MB of text', async () => {
  await sandbox.switchOn('model', { fault: 'flood', times: 1 })
  expect((await streamedText()).length).toBeGreaterThan(10_000_000)
})

test.each(['breaks_off', 'bad_frames'])(
  '%s: the stream ends in an error after a few words',
  async (fault) => {
    await sandbox.switchOn('model', { fault, times: 1 })
    await expect(streamedText()).rejects.toThrow()
  },
)

test('endless: it calls a tool after each result', async () => {
  await sandbox.switchOn('model', { fault: 'endless' })
  const first = await bedrock().send(new ConverseCommand(CONVERSE))
  const call = first.output.message.content[0].toolUse
  const messages = [...CONVERSE.messages, first.output.message, toolResult(call.toolUseId)]
  const second = await bedrock().send(new ConverseCommand({ ...CONVERSE, messages }))
  expect(second.stopReason).toBe('tool_use')
})

test('foreign: it calls each tool it’s given with the IDs of others', async () => {
  await sandbox.switchOn('model', { fault: 'foreign', times: 1 })
  const { output } = await bedrock().send(new ConverseCommand(CONVERSE))
  expect(output.message.content).toHaveLength(5)
  expect(output.message.content.at(-1).toolUse.input).toMatchObject({ id: 999_999 })
})

test('obedient: it calls tools that it wasn’t given, then repeats what it saw in links', async () => {
  await sandbox.switchOn('model', { fault: 'obedient' })
  await sandbox.switchOn('model', { fault: 'obedient' })
  const messages: object[] = [...CONVERSE.messages]
  const [{ toolSpec }] = CONVERSE.toolConfig.tools as [{ toolSpec: object }]
  const toolConfig = { tools: [{ toolSpec: { ...toolSpec, name: 'find_orders' } }] }
  const next = async () => {
    const { output } = await bedrock().send(new ConverseCommand({ ...CONVERSE, toolConfig, messages }))
    const calls = output.message.content.flatMap(({ toolUse }: { toolUse?: object }) => toolUse ?? [])
    messages.push(output.message, {
      role: 'user',
      content: calls.map(({ toolUseId }: { toolUseId: string }) => toolResult(toolUseId).content[0]),
    })
    return { output, names: calls.map(({ name }: { name: string }) => name) }
  }
  const names: string[] = []
  let last = await next()
  for (; last.names.length > 0; last = await next()) names.push(...last.names)
  expect(names.slice(0, 2)).toEqual(['find_orders', 'find_cards'])
  expect(names).toContain('pay_order')
  expect(last.output.message.content[0].text).toContain('https://evil.example/')
})
