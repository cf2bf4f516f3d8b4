declare module '*.webp' {
  /** The path of the file. */
  const path: string
  export default path
}
