/**
 * What a tool is, as data: a name, what it is for, what goes in, and the one request that it becomes. Whoever offers tools adds
 * no meaning of its own; what a caller may do is decided where the request arrives.
 */
import type { z } from 'zod'

/** Who calls; null: an operator. */
export interface Self {
  readonly sessionId: string | null
}

export interface Call {
  readonly method: 'GET' | 'POST'
  readonly path: string
  readonly query?: Readonly<Record<string, string | number | boolean | undefined>>
  readonly body?: Readonly<Record<string, unknown>>
}

export interface Tool<Shape extends z.ZodRawShape = z.ZodRawShape> {
  readonly name: string
  readonly description: string
  readonly input: Shape
  /** Changes nothing. */
  readonly reads: boolean
  /** Ends or removes something. */
  readonly destroys?: true
  /** May take more than a moment: tells how far it is to who asked for that. */
  readonly long?: true
  call(input: z.infer<z.ZodObject<Shape>>, self: Self): Call
  /** The session whose turn is waited for, where the caller asked for it; null: none is. */
  follows?(
    answer: unknown,
    input: z.infer<z.ZodObject<Shape>>,
  ): { readonly id: string; readonly seconds: number } | null
  /** The list in the answer that is handed out by pages here, because its route has none. */
  readonly pages?: string
}

export const tool = <Shape extends z.ZodRawShape>(one: Tool<Shape>): Tool => one as unknown as Tool

export const api = '/api/v1'
export const sessionPath = (id: string): string => `${api}/sessions/${encodeURIComponent(id)}`
