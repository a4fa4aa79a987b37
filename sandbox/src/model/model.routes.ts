import { Readable } from 'node:stream'
import { setTimeout as wait } from 'node:timers/promises'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { holdBack, sendHtml, sendUnavailable, text } from '../carriers/answers.ts'
import type { Faults } from '../faults/faults.ts'
import { isSigned } from '../signed-requests.ts'
import { converseAnswer, converseEvents, heardByConverse } from './converse-wire.ts'
import { completionAnswer, completionEvents, heardByCompletions } from './openai-wire.ts'
import { type Mood, replyTo } from './script.ts'

/** The demo's bearer key and AWS credentials; any others are refused. */
export const MODEL_DEMO = {
  key: 'sandbox-model-key',
  accessKeyId: 'SANDBOXMODEL',
  secretAccessKey: 'sandbox-model-secret',
  bedrockModel: 'laurel.scripted-v1:0',
  openaiModel: 'scripted',
} as const

const MAX_BODY_BYTES = 4 * 1024 * 1024
const MOODS = ['bad_arguments', 'endless', 'flood', 'foreign', 'obedient'] as const
/** As many words as come before the connection breaks. */
const WORDS_BEFORE_BREAK = 6

/** A scripted language model behind two protocols: Amazon Bedrock's Converse, and OpenAI's chat completions. */
export async function modelRoutes(app: FastifyInstance, faults: Faults) {
  await app.register(async (model) => {
    // The signature covers the raw body.
    model.removeContentTypeParser('application/json')
    model.addContentTypeParser(
      'application/json',
      { parseAs: 'string', bodyLimit: MAX_BODY_BYTES },
      (_request, body, done) => done(null, body),
    )
    model.addHook('preHandler', async (request, reply) => {
      await holdBack(faults.take('model', 'silent'))
      const isBedrock = request.url.startsWith('/bedrock/')
      const refuse = isBedrock ? refuseAsBedrock : refuseAsOpenai
      if (faults.take('model', 'too_many'))
        return refuse(reply, 429, 'ThrottlingException', 'Too many requests')
      if (faults.take('model', 'down')) return sendUnavailable(reply)
      if (faults.take('model', 'html')) return sendHtml(reply)
      if (!(await isAllowed(request, isBedrock))) {
        const [status, code] = isBedrock ? [403, 'AccessDeniedException'] : [401, 'invalid_api_key']
        return refuse(reply, status as number, code as string, 'The key or signature isn’t right.')
      }
      return undefined
    })

    model.post<{ Params: { id: string; how: string } }>('/bedrock/model/:id/:how', async (request, reply) => {
      const { id, how } = request.params
      if (id !== MODEL_DEMO.bedrockModel || !['converse', 'converse-stream'].includes(how)) {
        return refuseAsBedrock(reply, 404, 'ResourceNotFoundException', 'The model isn’t known.')
      }
      const heard = heardByConverse(parsed(request.body))
      if (heard === undefined) return refuseAsBedrock(reply, 400, 'ValidationException', 'messages is wrong.')
      const said = replyTo(heard, moodNow(faults))
      if (how === 'converse') return converseAnswer(heard, said)
      const events = converseEvents(heard, said)
      return reply.type('application/vnd.amazon.eventstream').send(streamed(events, faults))
    })

    model.get('/openai/v1/models', () => ({
      object: 'list',
      data: [{ id: MODEL_DEMO.openaiModel, object: 'model' }],
    }))
    model.post('/openai/v1/chat/completions', async (request, reply) => {
      const asked = parsed(request.body)
      const heard = heardByCompletions(asked)
      if (heard === undefined)
        return refuseAsOpenai(reply, 400, 'invalid_request_error', 'messages is wrong.')
      const { model: id, stream } = asked as { model?: unknown; stream?: unknown }
      if (id !== MODEL_DEMO.openaiModel) {
        return refuseAsOpenai(reply, 404, 'model_not_found', 'The model isn’t known.')
      }
      const said = replyTo(heard, moodNow(faults))
      if (stream !== true) return completionAnswer(heard, said)
      return reply.type('text/event-stream').send(streamed(completionEvents(heard, said), faults))
    })
  })
}

function moodNow(faults: Faults): Mood {
  return MOODS.find((mood) => faults.take('model', mood)) ?? 'plain'
}

/** Sends events one by one, unless a fault changes how. */
function streamed(events: Iterable<Uint8Array>, faults: Faults): Readable {
  const [slow, breaks, bad] = [
    faults.take('model', 'slow_words'),
    faults.take('model', 'breaks_off'),
    faults.take('model', 'bad_frames'),
  ]
  async function* paced() {
    let sent = 0
    for (const event of events) {
      if (slow) await wait(slow.ms, undefined, { ref: false })
      if (sent === WORDS_BEFORE_BREAK && breaks) throw new Error('breaks off')
      if (sent === WORDS_BEFORE_BREAK && bad) {
        yield Buffer.from('data: {"choices": [{"delta": \n\n\0\0\0\x7f\xff\xff broken \n\n')
        return
      }
      sent += 1
      yield event
    }
  }
  return Readable.from(paced())
}

async function isAllowed(request: FastifyRequest, isBedrock: boolean): Promise<boolean> {
  const isBearer = request.headers.authorization === `Bearer ${MODEL_DEMO.key}`
  if (!isBedrock) return isBearer
  return (await isSigned(request, { service: 'bedrock', ...MODEL_DEMO })) ?? isBearer
}

function refuseAsBedrock(reply: FastifyReply, status: number, type: string, message: string) {
  return reply.code(status).header('x-amzn-errortype', type).send({ message })
}

function refuseAsOpenai(reply: FastifyReply, status: number, code: string, message: string) {
  return reply.code(status).send({ error: { message, type: 'invalid_request_error', param: null, code } })
}

function parsed(body: unknown): unknown {
  try {
    return JSON.parse(text(body))
  } catch {
    return undefined
  }
}
