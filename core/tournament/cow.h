// cow.h: values whose copies share their parts until one of them changes. A Projection is copied for every
// reader after every group of commands; only what the next event touches is really copied, and nothing while
// nobody else holds it.
#ifndef KUBOK_CORE_TOURNAMENT_COW_H_
#define KUBOK_CORE_TOURNAMENT_COW_H_

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace kubok::tournament {

// A value of T. Reading: *cow, cow->. Writing: cow.Mutable(), which copies T first if another Cow shares it.
// Thread rule: one Cow object belongs to one thread at a time, like an int; copies of it may live, be read
// and die in other threads.
template <typename T>
class Cow {
 public:
  Cow() : node_(new Node{}) {}
  explicit Cow(T value) : node_(new Node{std::move(value)}) {}
  Cow(const Cow& other) : node_(other.node_) { node_->owners.fetch_add(1, std::memory_order_relaxed); }
  Cow(Cow&& other) noexcept : node_(std::exchange(other.node_, nullptr)) {}
  Cow& operator=(Cow other) noexcept {
    std::swap(node_, other.node_);
    return *this;
  }
  ~Cow() { Release(); }

  const T& operator*() const { return node_->value; }
  const T* operator->() const { return &node_->value; }

  T& Mutable() {
    // Acquire: what the last other owner read, it read before we write.
    if (node_->owners.load(std::memory_order_acquire) != 1) {
      Node* own = new Node{node_->value};
      Release();
      node_ = own;
    }
    return node_->value;
  }

 private:
  struct Node {
    T value{};
    std::atomic<uint32_t> owners{1};
  };

  void Release() {
    if (node_ != nullptr && node_->owners.fetch_sub(1, std::memory_order_acq_rel) == 1) delete node_;
  }

  Node* node_;
};

// An append-only sequence whose copies share all but the last chunk.
template <typename T, size_t kChunk = 256>
class SharedLog {
 public:
  size_t size() const { return size_; }
  const T& operator[](size_t index) const { return (*chunks_[index / kChunk])[index % kChunk]; }
  void push_back(T value) {
    if (size_ % kChunk == 0) {
      chunks_.emplace_back();
      chunks_.back().Mutable().reserve(kChunk);
    }
    chunks_.back().Mutable().push_back(std::move(value));
    ++size_;
  }

 private:
  std::vector<Cow<std::vector<T>>> chunks_;
  size_t size_ = 0;
};

}  // namespace kubok::tournament

#endif  // KUBOK_CORE_TOURNAMENT_COW_H_
