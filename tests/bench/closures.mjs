/**
 * The smallest reverse-mode engine in JavaScript, for comparison: each operation keeps a function that passes its
 * gradient on, as tutorials and toy engines do.
 *
 *   const x = new Value(2);
 *   const y = x.mul(x).tanh();
 *   y.backward();
 *   x.grad
 */
export class Value {
  /** @param {number} data @param {Value[]} operands */
  constructor(data, operands = []) {
    this.data = data;
    this.grad = 0;
    this.operands = operands;
    this.seen = false;
    /** @type {() => void} */
    this.push = () => {};
  }

  /** @param {Value | number} other */
  add(other) {
    const right = lift(other);
    const out = new Value(this.data + right.data, [this, right]);
    out.push = () => {
      this.grad += out.grad;
      right.grad += out.grad;
    };
    return out;
  }
  /** @param {Value | number} other */
  mul(other) {
    const right = lift(other);
    const out = new Value(this.data * right.data, [this, right]);
    out.push = () => {
      this.grad += right.data * out.grad;
      right.grad += this.data * out.grad;
    };
    return out;
  }
  /** @param {Value | number} other */
  sub(other) {
    const right = lift(other);
    const out = new Value(this.data - right.data, [this, right]);
    out.push = () => {
      this.grad += out.grad;
      right.grad -= out.grad;
    };
    return out;
  }
  tanh() {
    const t = Math.tanh(this.data);
    const out = new Value(t, [this]);
    out.push = () => {
      this.grad += (1 - t * t) * out.grad;
    };
    return out;
  }

  backward() {
    // Operands before results, without recursion.
    /** @type {Value[]} */
    const order = [];
    /** @type {[Value, number][]} */
    const stack = [[this, 0]];
    this.seen = true;
    while (stack.length > 0) {
      const top = stack[stack.length - 1];
      const next = top[0].operands[top[1]];
      top[1] += 1;
      if (next === undefined) {
        order.push(top[0]);
        stack.pop();
      } else if (!next.seen) {
        next.seen = true;
        stack.push([next, 0]);
      }
    }
    this.grad = 1;
    for (let i = order.length - 1; i >= 0; i -= 1) order[i].push();
  }
}

/** @param {Value | number} value */
const lift = (value) => (value instanceof Value ? value : new Value(value));
