declare module '*.webp' {
  /** Where the file is. */
  const path: string
  export default path
}
