/** The result of one check of `doctor`: a line, and true if all is well. */
export type Finding = { isWell: boolean; line: string }
