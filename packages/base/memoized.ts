/**
 * A fact that follows from an object which never changes: worked out on first need and kept as long as the object. For
 * digests and documents of the whole catalog, and for what a thousand listeners get alike; what follows from one
 * definition is worked out each time (decision 0099).
 */
export function memoized<K extends object, V>(work: (of: K) => V): (of: K) => V {
  const known = new WeakMap<K, { readonly fact: V }>();
  return (of) => {
    const before = known.get(of);
    if (before !== undefined) return before.fact;
    const fact = work(of);
    known.set(of, { fact });
    return fact;
  };
}
