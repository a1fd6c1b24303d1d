/** One small break of one file, as text: what stands there, what stands there instead, and where. */
export interface Mutant {
  readonly file: string;
  /** The function it is in, what it was and what it becomes: says which one it is for as long as that code stays. */
  readonly key: string;
  readonly line: number;
  readonly from: number;
  readonly to: number;
  readonly text: string;
  /** A statement is passed over by a condition before it; an expression is chosen between. */
  readonly kind: 'expression' | 'statement';
}
