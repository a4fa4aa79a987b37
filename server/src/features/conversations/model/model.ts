/** A call of a tool, as the model wrote it. `json` is its arguments, and may be anything. */
export type Call = { id: string; name: string; json: string }

/** A turn of a conversation with a model. The arguments of its calls are valid JSON. */
export type Turn =
  | { role: 'user'; text: string }
  | { role: 'assistant'; text: string; calls: readonly Call[] }
  | { role: 'tools'; results: ReadonlyArray<{ id: string; name: string; result: object }> }

export type ToolSpec = { name: string; description: string; schema: object }

export type ModelRequest = {
  system: string
  turns: readonly Turn[]
  tools: readonly ToolSpec[]
  maxTokens: number
}

/** Part of a model’s answer. Texts come in pieces, calls whole, and tokens once. */
export type Piece =
  | { type: 'text'; text: string }
  | { type: 'call'; call: Call }
  | { type: 'tokens'; input: number; output: number }

export type Model = {
  /** @throws {ModelFailed} */
  ask: (request: ModelRequest, signal: AbortSignal) => AsyncIterable<Piece>
}

/** The model has no usable answer. Its message is for the log, and has nothing of the conversation. */
export class ModelFailed extends Error {
  override readonly name = 'ModelFailed'
}

/** What models of both protocols are reached with. */
export type ModelAddress = { url: string; model: string; key: string | undefined }
