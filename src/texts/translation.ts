/** The shape of a namespace in another language: the same keys to any depth, any words. */
export type Translation<English> = {
  [Key in keyof English]: English[Key] extends string ? string : Translation<English[Key]>;
};
