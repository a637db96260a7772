import { describe, expect, it } from 'vitest'
import { traceOf } from './trace-context.ts'

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736'

describe('the trace that a request is a part of', () => {
  it.each([
    [`00-${TRACE}-00f067aa0ba902b7-01`, TRACE],
    [`00-${TRACE}-00f067aa0ba902b7-00`, TRACE],
    // A later version may have further fields.
    [`01-${TRACE}-00f067aa0ba902b7-01-more`, TRACE],
    [`00-${TRACE}-00f067aa0ba902b7-01-more`, null],
    [`01-${TRACE}-00f067aa0ba902b7-01more`, null],
    [`ff-${TRACE}-00f067aa0ba902b7-01`, null],
    [`00-${'0'.repeat(32)}-00f067aa0ba902b7-01`, null],
    [`00-${TRACE}-${'0'.repeat(16)}-01`, null],
    [`00-${TRACE.toUpperCase()}-00f067aa0ba902b7-01`, null],
    [`00-${TRACE.slice(1)}-00f067aa0ba902b7-01`, null],
    ['', null],
    [undefined, null],
    [[`00-${TRACE}-00f067aa0ba902b7-01`], null],
  ])('by %s is %s', (traceparent, trace) => {
    expect(traceOf(traceparent)).toBe(trace)
  })
})
